import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server replaces this word in index.html by the nonce of the answer. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

export default defineConfig({
  plugins: [react()],
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The grid loads with the first table, never with the shell.
            { name: 'grid', test: /node_modules[\\/]ag-/, priority: 30 },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
  server: {
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`, '/health': `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}` },
  },
});
