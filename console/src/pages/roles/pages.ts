import type { ConsolePage } from '../console-page.ts'

export const rolePages: readonly ConsolePage[] = []
