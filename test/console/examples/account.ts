import type { PageExample } from '../../support/console/page-example.ts'

export const accountExamples: readonly PageExample[] = [
  { path: '/account' },
  {
    path: '/account',
    name: 'set up the app',
    async prepare(page) {
      await page.getByRole('button', { name: 'Set up or replace the app' }).click()
      await page.getByLabel('Present password').fill('Sandbox-Admin-1!')
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByRole('button', { name: 'Enter the secret by hand instead' }).click()
      await page.getByLabel('Digit 1 of 6').waitFor()
    },
  },
  {
    path: '/account',
    name: 'recovery codes',
    async prepare(page) {
      await page.getByRole('button', { name: 'Make new codes' }).click()
      // The second time it asks.
      const codes = page.locator('[data-recovery-code]').first()
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Make new codes' })
      await codes.or(confirm).waitFor()
      if (await confirm.isVisible()) await confirm.click()
      await codes.waitFor()
    },
  },
]
