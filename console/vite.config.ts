// How the console is built. `npm run build-console` runs it (console/build.ts); `npx vite console` serves it while it is
// being changed, with the API calls passed on to a gateway on port 8080.

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const GATEWAY = 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  // The gateway puts a new value here for every page it serves: styles that components write need it.
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: 'es2023',
    // Data URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/v1', '/api', '/docs', '/openapi'].map((path) => [path, GATEWAY])),
  },
})
