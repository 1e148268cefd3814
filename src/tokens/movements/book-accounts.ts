// The general-ledger accounts of a digital institution, in its book. Credits are positive.
//
//   supply     S  issued tokens, negative: S + the holdings of all accounts is 0
//   backing    B  money that backs them
//   owed       P  owed to other institutions for transfers; negative: they owe
//   unclaimed  U  money of deposits that could be neither issued nor returned
//   linked     L  stands for linked accounts at a remote core

export const BOOK_ACCOUNTS = ['supply', 'backing', 'owed', 'unclaimed', 'linked'] as const
export type BookAccount = (typeof BOOK_ACCOUNTS)[number]

export function bookAccount(institutionId: string, account: BookAccount): string {
  return `tokens:${institutionId}:${account}`
}
