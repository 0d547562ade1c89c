import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** The service worker is one script without imports: it works the same whatever files a later release has. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'build/worker',
    rolldownOptions: {
      input: resolve(import.meta.dirname, 'web', 'offline', 'worker.ts'),
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
});
