// Draws the console, once its texts are loaded.

import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './tables.css'
import './styles.css'
import './print.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/queries.ts'
import { printInLightColours } from './print.ts'
import { router } from './router.tsx'
import { startSession } from './session/session.ts'
import { cssVariables, theme } from './theme.ts'

// Style elements are allowed only with the page's nonce. Mantine asks for it below; the scroll lock of dialogs looks here.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
Object.assign(globalThis, { __webpack_nonce__: nonce })

const place = document.getElementById('console')
if (place === null) throw new Error('the page has no place for the console')
startSession()
printInLightColours()
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="top-center" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
