// What the console says in notifications, which go after four seconds: a test that looks later still finds them.

import type { Page } from 'playwright-core'
import { until } from '../until.ts'

/** Runs in every page of a profile. A text, because the browser's names are not known to these types. */
export const KEEP_NOTIFICATIONS = `{
  const NOTIFICATION = '.mantine-Notification-root'
  const said = []
  self.notificationsOfTest = said
  const keep = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return
    const notification = node.matches(NOTIFICATION) ? node : node.querySelector(NOTIFICATION)
    if (notification !== null) said.push(notification.textContent)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(keep)
  }).observe(document, { childList: true, subtree: true })
}`

/** Waits for a notification since the page was loaded. Each counts once. */
export async function untilSaid(page: Page, text: string): Promise<void> {
  const take = `(() => {
    const at = self.notificationsOfTest.findIndex((said) => said.includes(${JSON.stringify(text)}))
    return at >= 0 && self.notificationsOfTest.splice(at, 1).length === 1
  })()`
  await until(() => page.evaluate<boolean>(take), `the console says: ${text}`)
}
