import type { ConsolePage } from '../console-page.ts'

export const transactionPages: readonly ConsolePage[] = []
