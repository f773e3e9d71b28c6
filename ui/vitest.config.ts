// The tests' settings have a file of their own because building the page must not need Vitest.
import { defineConfig, mergeConfig } from 'vitest/config';
import site from './vite.config.ts';

export default mergeConfig(
  site,
  defineConfig({
    resolve: { conditions: ['browser'] },
    test: {
      environment: 'jsdom',
      // Files share modules and a document per thread: half of the time went into loading the same ones again.
      pool: 'threads',
      isolate: false,
      setupFiles: ['./src/lib/i18n/testSetup.ts'],
      include: ['scripts/**/*.test.mjs', 'src/**/*.test.ts', 'tests/**/*.test.ts'],
    },
  }),
);
