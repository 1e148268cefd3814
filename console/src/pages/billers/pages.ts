import type { ConsolePage } from '../console-page.ts'

export const billerPages: readonly ConsolePage[] = []
