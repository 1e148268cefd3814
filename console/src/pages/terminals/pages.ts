import type { ConsolePage } from '../console-page.ts'

export const terminalPages: readonly ConsolePage[] = []
