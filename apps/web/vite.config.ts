import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import app from './package.json' with { type: 'json' };
import { pdfjsFiles } from './pdfjs-files.ts';

/** The server replaces this placeholder in index.html with the nonce of the response. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** The packages that only the charts need. */
const CHARTS = [
  'recharts',
  '@reduxjs',
  'react-redux',
  'redux',
  'reselect',
  'immer',
  'victory-vendor',
  'd3-',
  'internmap',
  'decimal\\.js-light',
  'es-toolkit',
  'eventemitter3',
];
/** Code that several lazy screens share. */
const SHARED = [
  /node_modules[\\/](?!dompurify|qrcode-generator|@mantine[\\/]dates|dayjs)/,
  /src[\\/](lib|components[\\/](ui|form|line-sheet|record)(?![\\/]day-field))[\\/]/,
  /packages[\\/]/,
];

/** A description of the contract that stands alone, for the API's document, which the web app does not show. */
const DESCRIPTION = /\.meta\(\{\s*description:\s*(?:'[^'\\]*'|"[^"\\]*"|`[^`\\$]*`),?\s*\}\)/g;
const withoutDescriptions = {
  name: 'without-descriptions',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /packages[\\/]contracts[\\/]src[\\/]/.test(id) && code.includes('.meta(')
      ? // The lines stay, so that the source map does.
        { code: code.replace(DESCRIPTION, (found) => found.replace(/[^\n]/g, '')), map: null }
      : undefined,
};

export default defineConfig({
  plugins: [react(), pdfjsFiles(), withoutDescriptions],
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
            // The chunks of the first page: React, which seldom changes, and the rest of the shell and the first
            // screen.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|clsx)[\\/]/,
              priority: 50,
            },
            { name: 'shell', tags: ['$initial'], priority: 40 },
            // Lazy chunks. The grid is loaded with the first table; the document viewer and the charts are loaded on
            // first use.
            { name: 'grid', test: /node_modules[\\/]ag-/, priority: 30 },
            // The URL of the worker is excluded, because the viewer needs it immediately.
            { name: 'pdf', test: /node_modules[\\/]pdfjs-dist[\\/].*(?<!\?url)$/, priority: 30 },
            {
              name: 'charts',
              test: new RegExp(`node_modules[\\\\/](${CHARTS.join('|')})`),
              priority: 30,
            },
            // A single chunk for code that several lazy screens share. The calendar is a separate chunk, which is
            // loaded with the first form that has a date field.
            {
              name: 'kit',
              test: new RegExp(`(${SHARED.map(({ source }) => source).join('|')})`),
              minShareCount: 2,
              priority: 20,
            },
            // What the screens of shipments share would be many small chunks, each of which the shell names.
            { name: 'goods', test: /src[\\/]features[\\/]shipments[\\/]/, minShareCount: 2, priority: 10 },
            { name: 'dates', test: /node_modules[\\/](@mantine[\\/]dates|dayjs[\\/]plugin)/, priority: 10 },
          ],
        },
      },
    },
  },
  server: {
    strictPort: true,
    proxy: {
      '/api': `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`,
      '/health': `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`,
    },
  },
});
