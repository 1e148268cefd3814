// How the console is built. `npm run build-console` runs it (console/build.ts); `npm run dev` serves it while it is being
// changed, with the API calls passed on to the gateway at GATEWAY_URL.

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { GROUPS } from './chunks.ts'
import { textPlugin } from './texts/text-plugin.ts'

const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
const SETTINGS = '{{settings}}'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [textPlugin(), react(), settingsOfGateway()],
  // The gateway puts a new value here for every page it serves: styles that components write need it.
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: 'es2023',
    // Data URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [...GROUPS] } } },
  },
  server: {
    proxy: Object.fromEntries(['/v1', '/api', '/docs', '/openapi'].map((path) => [path, GATEWAY])),
  },
})

/** The development server fills in what the gateway tells its own page, so that the sandbox's users and cards are offered. */
function settingsOfGateway(): Plugin {
  return {
    name: 'settings-of-the-gateway',
    apply: 'serve',
    async transformIndexHtml(html) {
      // While the gateway starts, the page goes without them.
      const page = await fetch(`${GATEWAY}/console`).then(
        (answer) => answer.text(),
        () => '',
      )
      return html.replace(SETTINGS, () => /data-settings="([^"]*)"/.exec(page)?.[1] ?? SETTINGS)
    },
  }
}
