import type { PageExample } from '../../support/console/page-example.ts'

export const ruleExamples: readonly PageExample[] = [
  { path: '/rules' },
  {
    path: '/rules/$name',
    name: 'fraud',
    at: async () => '/rules/fraud',
    async prepare(page) {
      await page.getByRole('button', { name: 'A large amount at night' }).click()
      await page.getByText('Declined with 102').waitFor()
    },
  },
  {
    path: '/rules/$name',
    name: 'lending decision',
    at: async () => '/rules/lending-decision',
    async prepare(page) {
      await page.getByRole('button', { name: 'A fair score and much debt' }).click()
      await page.getByText('Refer to a person').waitFor()
    },
  },
  { path: '/rules/$name', name: 'file', at: async () => '/rules/limits?tab=file' },
]
