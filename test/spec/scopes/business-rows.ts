// Transactions, loans and tokens, for each of their owners.

import { noteHome } from '../../../src/loans/lending-homes.ts'
import { applicantWords, partnersWords } from '../../../src/loans/origination/applications/applicant-name.ts'
import {
  bankOf,
  id,
  NOW_MS,
  nth,
  OF_BANKS,
  OF_PARTNERS,
  OF_SHOPS,
  type Owner,
  partnerOf,
  type Row,
  terminalOf,
} from './scope-owners.ts'

/** The digital institution of each owner, whose book is named after the bank. */
const digital = { A: id(), B: id(), both: id() } as Record<Owner, string>
const digitalUsers = { A: id(), B: id(), both: id() } as Record<Owner, string>
const digitalAccounts = { A: id(), B: id(), both: id() } as Record<Owner, string>
const bookOf = (owner: Owner) => (owner === 'both' ? 'BOOK-X' : (bankOf(owner) ?? ''))
const bicOf = (owner: Owner) => `TWIN${owner === 'A' ? 'FR' : owner === 'B' ? 'DE' : 'CH'}PP`
const applications = { A: id(), B: id(), both: id() } as Record<Owner, string>
const APPLICANT = { firstName: 'Twin', lastName: 'Borrower' }

/** After the rows of administration, in the order in which they can be inserted. */
export const BUSINESS_ROWS: readonly Row[] = [
  {
    source: 'TRANSACTION',
    sees: OF_SHOPS,
    async seed(owner, { insert }) {
      const one = id()
      // A partner sends an RRN once to an institution.
      const partner = { 1: 'A', 2: 'both', 3: 'B' }[nth(owner)] as Owner
      await insert('transactions', {
        institution_id: bankOf(owner),
        partner_id: partnerOf(partner),
        transaction_id: one,
        rrn: '606900000001',
        auth_id: 'TWIN01',
        type: 'CASHWITHDRAWAL',
        terminal_id: terminalOf(owner),
        currency: 'USD',
        response_code: '000',
        response: '',
        business_date: '20260310',
        recorded_at: new Date(NOW_MS),
      })
      return { id: one, texts: ['606900000001', 'twin01'] }
    },
  },
  {
    kind: 'loan-product',
    sees: OF_BANKS,
    async seed(owner, { insert }) {
      const one = id()
      const of = { institution_id: bankOf(owner), product_code: `LOAN-${owner}`, currencies: ['USD'] }
      await insert('loan_products', { id: one, ...of })
      return { id: one }
    },
  },
  {
    kind: 'loan-rate',
    sees: OF_BANKS,
    async seed(owner, { insert }) {
      const one = id()
      await insert('loan_rates', { id: one, institution_id: bankOf(owner), product_code: `LOAN-${owner}` })
      return { id: one }
    },
  },
  {
    source: 'LOAN',
    sees: OF_PARTNERS,
    async seed(owner, { insert, database }) {
      const one = id()
      // What a partner of two institutions has at A is shown to neither of them.
      await insert('loans', {
        institution_id: bankOf(owner),
        loan_id: one,
        partner_id: partnerOf(owner),
        currency: 'USD',
        accounting: 'CASH',
        agreement: '{"principalApprovedMinor": "100000"}',
        applicant: JSON.stringify(APPLICANT),
        customer_id: 'CUST-7',
        external_reference: 'TWIN-REF',
        account_id: `L00000000${nth(owner)}`,
        account_opened: true,
        name_words: partnersWords(partnerOf(owner), APPLICANT)
          .map((word) => `'${word}'`)
          .join(' '),
      })
      await noteHome(database, one, bankOf(owner) ?? '')
      return { id: one, texts: ['cust-7', 'TWIN-REF', 'twin borrower', `L00000000${nth(owner)}`] }
    },
  },
  {
    source: 'LOAN_APPLICATION',
    sees: OF_PARTNERS,
    async seed(owner, { insert, database }) {
      const one = applications[owner]
      await insert('loan_applications', {
        institution_id: bankOf(owner),
        application_id: one,
        partner_id: partnerOf(owner),
        currency: 'USD',
        applicant: JSON.stringify(APPLICANT),
        name_words: applicantWords(APPLICANT)
          .map((word) => `'${word}'`)
          .join(' '),
        external_reference: 'TWIN-REF',
        status: 'SUBMITTED',
        term_unit: 'Months',
      })
      await noteHome(database, one, bankOf(owner) ?? '')
      return { id: one, texts: ['TWIN-REF', 'twin borrower'] }
    },
  },
  {
    source: 'LOAN_OFFER',
    sees: OF_PARTNERS,
    async seed(owner, { insert, database }) {
      const one = id()
      const of = { institution_id: bankOf(owner), partner_id: partnerOf(owner), application_id: applications[owner] }
      const offer = {
        offer_id: one,
        currency: 'USD',
        status: 'OPEN',
        term_unit: 'Months',
        apr_method: 'REG_Z_ACTUARIAL',
      }
      await insert('loan_offers', { ...of, ...offer, fees: '[]', schedule: '[]' })
      await noteHome(database, one, bankOf(owner) ?? '')
      return { id: one }
    },
  },
  {
    source: 'DIGITAL_INSTITUTION',
    sees: OF_PARTNERS,
    async seed(owner, { insert }) {
      await insert('digital_institutions', {
        institution_id: digital[owner],
        book_id: bookOf(owner),
        partner_id: partnerOf(owner),
        name: 'Twin house',
        bic: bicOf(owner),
        state: 'ACTIVE',
        search_words: ['twin', 'house'],
        transaction_ref: `r-${owner}`,
      })
      return { id: digital[owner], texts: ['twin house', bicOf(owner).toLowerCase()] }
    },
  },
  {
    kind: 'correction',
    source: 'CORRECTION',
    sees: OF_BANKS,
    async seed(owner, { insert }) {
      const one = id()
      await insert('corrections', {
        institution_id: bankOf(owner),
        correction_id: one,
        account_id: '1',
        suspense_account: null,
        direction: 'CREDIT',
        amount_minor: 1,
        counted_minor: 0,
        currency: 'USD',
        kind: 'GOODWILL',
        business_date: '20260310',
      })
      return { id: one, texts: [one] }
    },
  },
  {
    kind: 'reconciliation',
    sees: OF_BANKS,
    async seed(owner, { insert }) {
      const one = id()
      await insert('reconciliations', {
        institution_id: bankOf(owner),
        reconciliation_id: one,
        source: 'SWITCH',
        format: 'CSV',
        state: 'WAITING',
        business_date: '20260310',
      })
      return { id: one, texts: [] }
    },
  },
  {
    kind: 'digital-settlement',
    // Each side sees what it pays and gets.
    sees: { A: ['A'], B: ['B'], both: ['A', 'B'] },
    async seed(owner, { insert }) {
      const one = id()
      const [payer, payee] = ({ A: ['A', 'both'], B: ['both', 'B'], both: ['A', 'B'] } as const)[owner as 'A' | 'B']
      await insert('digital_settlements', {
        settlement_id: one,
        payer_institution_id: digital[payer],
        payee_institution_id: digital[payee],
        payer_book_id: bookOf(payer),
        payee_book_id: bookOf(payee),
        external_reference: owner,
      })
      return { id: one }
    },
  },
  {
    source: 'DIGITAL_USER',
    sees: OF_PARTNERS,
    async seed(owner, { insert }) {
      await insert('digital_users', {
        user_id: digitalUsers[owner],
        institution_id: digital[owner],
        partner_id: partnerOf(owner),
        user_type: 'BUSINESS',
        legal_name: 'Twin holder',
        state: 'ACTIVE',
        search_words: ['twin', 'holder'],
        transaction_ref: `r-${owner}`,
      })
      return { id: digitalUsers[owner], texts: ['twin holder'] }
    },
  },
  {
    source: 'DIGITAL_ACCOUNT',
    sees: OF_PARTNERS,
    async seed(owner, { insert }) {
      await insert('digital_accounts', {
        book_id: bookOf(owner),
        account_id: digitalAccounts[owner],
        institution_id: digital[owner],
        user_id: digitalUsers[owner],
        partner_id: partnerOf(owner),
        currency: 'EUR',
        linked_account_id: `LINK-${owner}`,
        state: 'ACTIVE',
        search_words: ['twin', 'purse'],
        transaction_ref: `r-${owner}`,
      })
      return { id: digitalAccounts[owner], texts: ['twin purse'] }
    },
  },
  {
    source: 'TOKEN_MOVEMENT',
    sees: OF_PARTNERS,
    async seed(owner, { insert, database }) {
      const one = id()
      const key = { institution_id: bookOf(owner), movement_id: one, kind: 'DEPOSIT', partner_id: partnerOf(owner) }
      const of = { ...key, account_id: digitalAccounts[owner], ref: 'twin-ref', content: '' }
      await insert('token_movements', {
        ...of,
        state: 'ISSUED',
        is_open: false,
        issuer_id: digital[owner],
        currency: 'EUR',
        amount_minor: 100,
      })
      if (database.isDistributed) await insert('token_movement_homes', of)
      return { id: one, texts: ['twin-ref'] }
    },
  },
]
