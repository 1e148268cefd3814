// Single sign-on in the console, with a real OpenID provider.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ADMIN, type Visit, withConsole } from '../support/console/console-browser.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/peers/identity-provider.ts'

let provider: IdentityProvider
after(() => provider?.stop())

async function withProvider(url: string): Promise<Readonly<Record<string, string>>> {
  provider = await startIdentityProvider({
    redirectUris: [`${url}/console/sso`],
    people: {
      ada: { email: ADMIN.email, email_verified: true },
      eve: { email: 'eve@elsewhere.example', email_verified: true },
    },
  })
  const { issuer, clientId, clientSecret } = provider
  return { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
}

/** Presses the button; the browser goes to the provider, where the person signs in, and comes back. */
async function throughProvider({ page, expectComplaints }: Visit, person: string): Promise<void> {
  expectComplaints(new RegExp(`^requested ${provider.issuer}/`))
  provider.expect(person)
  await page.getByRole('button', { name: 'Single sign-on' }).click()
}

withConsole(
  'single sign-on',
  (console) => {
    test('leads to the provider and back to the page that was asked for', async () => {
      const visit = await console.visit()
      await visit.open('/error-codes?search=funds')
      await throughProvider(visit, 'ada')
      await visit.page.waitForURL(/\/console\/error-codes\?search=funds$/)
      await visit.page.getByRole('button', { name: 'Account of Ada Sandbox' }).waitFor()
    })

    test('a person who is no user here is told so', async () => {
      const visit = await console.visit()
      await visit.open('/sign-in')
      await throughProvider(visit, 'eve')
      await visit.page.getByText('belongs to no active user here').waitFor()
      await visit.page.getByRole('link', { name: 'Back to sign-in' }).click()
      await visit.page.getByLabel('E-mail').waitFor()
    })

    test('a code of another browser, or a refusal of the provider, is explained', async () => {
      const { page, open } = await console.visit()
      await open('/sso?code=stolen&state=of-another-browser')
      await page.getByText('was started in another browser').waitFor()
      await open('/sso?error=access_denied&error_description=Not+today')
      await page.getByText('Not today (access_denied)').waitFor()
      await open('/sso')
      await page.getByText('sent no code').waitFor()
    })

    test('a provider that is away is explained on the sign-in page', async () => {
      const { page, open, expectComplaints } = await console.visit()
      expectComplaints(/status of 503/)
      await page.route('**/v1/onboarding/sso/authorize*', (route) =>
        route.fulfill({
          status: 503,
          json: { data: null, success: false, message: 'B-SYS-003: The identity provider is away', timestamp: '' },
        }),
      )
      await open('/sign-in')
      await page.getByRole('button', { name: 'Single sign-on' }).click()
      await page.getByText('The identity provider is away').waitFor()
      assert.match(page.url(), /\/console\/sign-in$/)
    })
  },
  withProvider,
)
