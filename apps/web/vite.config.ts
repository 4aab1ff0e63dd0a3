import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import app from './package.json' with { type: 'json' };
import { pdfjsFiles } from './pdfjs-files.ts';

/** The server replaces this word in index.html by the nonce of the answer. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

export default defineConfig({
  plugins: [react(), pdfjsFiles()],
  html: { cspNonce: NONCE_PLACEHOLDER },
  define: { QUAYSIDE_RELEASE: JSON.stringify(app.version) },
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
            // A group takes its dependencies along, so what all share comes first.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|clsx)[\\/]/, priority: 40 },
            // The grid loads with the first table, the calendar with the first form; never with the shell.
            { name: 'grid', test: /node_modules[\\/]ag-/, priority: 30 },
            // Documents load with the first that is looked at.
            { name: 'pdf', test: /node_modules[\\/]pdfjs-dist[\\/]/, priority: 30 },
            // Charts load with the first that is drawn.
            {
              name: 'charts',
              test: /node_modules[\\/](recharts|@reduxjs|react-redux|redux|reselect|immer|victory-vendor|d3-|internmap|decimal\.js-light|es-toolkit|eventemitter3)/,
              priority: 30,
            },
            { name: 'dates', test: /node_modules[\\/](@mantine[\\/]dates|dayjs[\\/]plugin)/, priority: 20 },
            { name: 'vendor', test: /node_modules[\\/]/, priority: 10 },
            // The one kit, in one piece: all screens are made of it.
            { name: 'kit', test: /(src[\\/](lib|i18n|components[\\/](ui|form)(?![\\/]day-field))|packages)[\\/]/, priority: 5 },
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
