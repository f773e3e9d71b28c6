import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { boards } from './scripts/vite-boards.mjs';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Where `praefectus serve` listens while `npm run dev` serves the page.
const server = process.env['PRAEFECTUS_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [boards(), svelte({ preprocess: vitePreprocess() })],
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
    rolldownOptions: { input: { app: at('./index.html') } },
  },
});
