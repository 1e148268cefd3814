// What happened, in sentences.

import { formatMoney } from '../../kit/show/format.ts'
import { responseCodeInWords } from './response-codes.ts'
import { isInquiry, isReversal, reversedType, type TransactionDetail, typeInWords } from './transaction-words.ts'

export function storyOf(transaction: TransactionDetail): string {
  return [what(transaction), fee(transaction), aftermath(transaction)].filter((sentence) => sentence !== '').join(' ')
}

function what(transaction: TransactionDetail): string {
  const { type, amount, currencyCode = '', partnerId, terminalId, institutionId } = transaction
  const place = terminalId === undefined ? `for ${institutionId}` : `at ${terminalId} of ${institutionId}`
  if (isInquiry(type)) {
    const about = transaction.accountId ?? `card ${transaction.maskedPan ?? ''}`.trim()
    return `${partnerId} asked ${place} ${type === 'BALANCEINQUIRY' ? 'for the balance of' : 'which accounts belong to'} ${about}. ${verdict(transaction)}`
  }
  const money = formatMoney(amount, currencyCode)
  if (isReversal(type)) {
    return `${partnerId} asked ${place} to take back ${money} of a ${typeInWords(reversedType(type)).toLowerCase()} ${direction(transaction)}. ${verdict(transaction)}`
  }
  return `${typeInWords(type)} of ${money} ${direction(transaction)}, sent by ${partnerId} ${place}. ${verdict(transaction)}`
}

function direction({ type, accountId = '', beneficiaryAccountId, billerId }: TransactionDetail): string {
  if (beneficiaryAccountId !== undefined) return `from account ${accountId} to account ${beneficiaryAccountId}`
  if (billerId !== undefined) return `from account ${accountId} to biller ${billerId}`
  return /DEPOSIT/.test(type) ? `into account ${accountId}` : `from account ${accountId}`
}

function verdict({ status, responseCode, authId, type, postings }: TransactionDetail): string {
  if (status === 'TIMED_OUT')
    return 'No answer came in time, so it is not known whether money moved. The same request sent again settles it.'
  if (status === 'DECLINED') {
    const since = postings.length === 0 ? 'no money moved' : 'it was posted later, when the exception was resolved'
    return `It was declined with code ${responseCodeInWords(responseCode)}; ${since}.`
  }
  if (isInquiry(type)) return 'It was answered.'
  return authId === undefined ? 'It was approved.' : `It was approved under authorization ${authId}.`
}

function fee({ accessFee, currencyCode = '', status }: TransactionDetail): string {
  if (accessFee === 0 || status === 'DECLINED') return ''
  return `${formatMoney(accessFee, currencyCode)} of the amount is the access fee.`
}

function aftermath({ status, amount, reversedAmount, currencyCode = '' }: TransactionDetail): string {
  if (status === 'REVERSED') return 'It has been reversed completely since.'
  if (status !== 'PARTIALLY_REVERSED') return ''
  return `${formatMoney(reversedAmount, currencyCode)} of it has been reversed since; ${formatMoney(amount - reversedAmount, currencyCode)} stands.`
}
