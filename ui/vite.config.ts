import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { boards } from './scripts/vite-boards.mjs';
import { catalogues } from './scripts/vite-catalogues.mjs';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Where `praefectus serve` listens while `npm run dev` serves the page.
const server = process.env['PRAEFECTUS_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [boards(), catalogues(), svelte({ preprocess: vitePreprocess() })],
  resolve: { alias: { $lib: at('./src/lib'), $data: at('../src/praefectus/data') } },
  server: {
    fs: { allow: ['.', '../src/praefectus/data'] },
    proxy: { '/api': { target: server, ws: true } },
  },
  worker: { format: 'es' },
  build: {
    outDir: '../src/praefectus/server/static',
    emptyOutDir: true,
    // The Content-Security-Policy allows no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // gallery.html is for those who draw (`npm run dev`); players don't get it.
    rolldownOptions: {
      input: { app: at('./index.html') },
      output: {
        // Few files: what several pages share is not torn into one file per combination of pages.
        codeSplitting: {
          groups: [
            { name: 'core', test: /node_modules|\/lib\/(api|i18n|shell|state)\//, minShareCount: 2 },
            { name: 'board', test: /\/lib\/(art|board)\//, minShareCount: 2 },
            { name: 'words', test: /\/lib\/words\//, minShareCount: 2 },
            { name: 'table', test: /\/lib\/(face|table)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
