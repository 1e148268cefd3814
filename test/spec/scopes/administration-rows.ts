// A record of every kind of administration, with accounts and cards, for each of its owners.

import { recordAccounts, recordCards } from '../../../src/channels/core/builtin/books/customer-records.ts'
import {
  bankOf,
  id,
  nth,
  OF_BANKS,
  OF_PARTNERS,
  OF_SHOPS,
  partnerOf,
  type Row,
  shopOf,
  terminalOf,
} from './scope-owners.ts'

const MAIL_NAMES = { platform: 'fritz', A: 'anna', A1: 'bert', A2: 'cora', B: 'dora', B1: 'emil', both: '' }
const PAN = '4000000000000002'
const roleId = id()

/** In the order in which they can be inserted. */
export const ADMINISTRATION_ROWS: readonly Row[] = [
  {
    kind: 'institution',
    source: 'INSTITUTION',
    sees: OF_BANKS,
    async seed(owner, { insert }) {
      const one = id()
      const named = { institution_id: bankOf(owner), name: 'Twin bank', legal_name: 'Twin bank', swift_bic: 'TWINFRPP' }
      await insert('institutions', { id: one, ...named, status: 'ACTIVE', base_currency: 'USD', time_zone: 'UTC' })
      return { id: one, texts: [bankOf(owner) ?? '', 'twin bank', 'twinfrpp'] }
    },
  },
  {
    kind: 'sub-tenant',
    source: 'SUB_TENANT',
    sees: { A1: ['A', 'A1'], A2: ['A'], B1: ['B', 'B1'] },
    async seed(owner, { insert }) {
      const code = `SHOP${nth(owner)}`
      await insert('sub_tenants', {
        sub_tenant_id: shopOf(owner),
        institution_id: bankOf(owner),
        tenant_code: code,
        name: 'Twin shop',
        status: 'ACTIVE',
      })
      return { id: shopOf(owner) ?? '', texts: [code, 'twin shop'] }
    },
  },
  {
    kind: 'role',
    sees: { platform: ['A', 'A1', 'B', 'B1'], A: ['A', 'A1'], B: ['B', 'B1'] },
    async seed(owner, { insert }) {
      const one = owner === 'platform' ? roleId : id()
      await insert('roles', { role_id: one, role_name: `Twin ${owner}`, institution_id: bankOf(owner) })
      return { id: one }
    },
  },
  {
    kind: 'user',
    source: 'USER',
    sees: { platform: [], ...OF_SHOPS },
    async seed(owner, { insert }) {
      const one = id()
      const mail = `${MAIL_NAMES[owner]}@bank.example`
      await insert('users', {
        user_id: one,
        first_name: 'Twin',
        last_name: 'Person',
        mail_id: mail,
        mail_key: mail,
        role_id: roleId,
        institution_id: bankOf(owner),
        sub_tenant_id: shopOf(owner),
      })
      return { id: one, texts: [mail, 'twin person'] }
    },
  },
  {
    kind: 'saved-view',
    // What is shared; own ones name their user.
    sees: { platform: [], A: ['A'], A1: ['A1'], A2: [], B: ['B'], B1: ['B1'] },
    isOfItsScope: true,
    async seed(owner, { insert }) {
      const one = id()
      const of = { institution_id: bankOf(owner), sub_tenant_id: shopOf(owner) }
      await insert('saved_views', { id: one, ...of, list: '/terminals', name: 'Twin', is_shared: true })
      return { id: one }
    },
  },
  {
    kind: 'terminal',
    source: 'TERMINAL',
    sees: OF_SHOPS,
    async seed(owner, { insert }) {
      const one = id()
      const named = { institution_id: bankOf(owner), terminal_id: terminalOf(owner), sub_tenant_id: shopOf(owner) }
      await insert('terminals', { id: one, ...named, kind: 'ATM', status: 'ACTIVE' })
      return { id: one, texts: [terminalOf(owner)] }
    },
  },
  {
    kind: 'terminal-key',
    sees: OF_SHOPS,
    async seed(owner, { insert }) {
      const one = id()
      const of = { institution_id: bankOf(owner), terminal_id: terminalOf(owner) }
      await insert('terminal_keys', { id: one, ...of, key_type: 'APP', algorithm: 'AES256', status: 'ACTIVE' })
      return { id: one }
    },
  },
  {
    kind: 'transaction-capability',
    sees: { platform: ['A', 'A1', 'B', 'B1'] },
    async seed(_owner, { insert }) {
      const one = id()
      await insert('transaction_capabilities', { id: one, code: 'ZZ' })
      return { id: one }
    },
  },
  {
    kind: 'biller',
    source: 'BILLER',
    sees: OF_BANKS,
    async seed(owner, { insert }) {
      const one = id()
      await insert('billers', {
        id: one,
        institution_id: bankOf(owner),
        biller_id: 'W1',
        bin: '400000',
        name: 'Twin works',
      })
      return { id: one, texts: ['W1', 'twin works'] }
    },
  },
  {
    kind: 'hot-card',
    sees: OF_BANKS,
    async seed(owner, { insert, secretBox }) {
      const one = id()
      const of = { institution_id: bankOf(owner), pan_hash: secretBox.lookupHash(PAN, 'pan'), reason: 'LOST' }
      await insert('hot_cards', { id: one, ...of, masked_pan: '400000******0002', state: 'ACTIVE' })
      return { id: one }
    },
  },
  {
    kind: 'stop',
    sees: { platform: [], ...OF_BANKS },
    async seed(owner, { insert }) {
      const one = id()
      await insert('stops', { id: one, institution_id: bankOf(owner), reason: 'Twin', state: 'ACTIVE' })
      return { id: one }
    },
  },
  {
    kind: 'alert-rule',
    sees: OF_BANKS,
    async seed(owner, { insert }) {
      const one = id()
      await insert('alert_rules', {
        id: one,
        institution_id: bankOf(owner),
        name: 'A',
        metric: 'core.down',
        threshold: 1,
      })
      return { id: one }
    },
  },
  {
    kind: 'account-type',
    sees: OF_BANKS,
    async seed(owner, { insert }) {
      const one = id()
      const of = { institution_id: bankOf(owner), code: 'DDA', category: 'LIABILITY', default_txn_capability: 'ZZ' }
      await insert('account_types', { id: one, ...of })
      return { id: one }
    },
  },
  {
    kind: 'core-connectivity',
    sees: OF_BANKS,
    async seed(owner, { insert }) {
      const one = id()
      await insert('core_connections', { id: one, institution_id: bankOf(owner), environment: 'sandbox' })
      return { id: one }
    },
  },
  {
    kind: 'application-property',
    sees: { platform: ['A', 'B'], ...OF_BANKS },
    async seed(owner, { insert }) {
      const one = id()
      const of = { institution_id: bankOf(owner), environment: 'sandbox', value_type: 'STRING', value: 'x' }
      await insert('application_properties', { id: one, ...of })
      return { id: one }
    },
  },
  {
    kind: 'partner',
    source: 'PARTNER',
    sees: OF_PARTNERS,
    async seed(owner, { insert }) {
      const one = id()
      const banks = owner === 'both' ? ['FI001', 'FI002'] : [bankOf(owner)]
      const named = { partner_id: partnerOf(owner), name: 'Twin partner' }
      await insert('partners', { id: one, ...named, families: ['lending', 'digital'], institution_ids: banks })
      await insert('clients', { client_id: `client-${owner}`, partner_id: partnerOf(owner) })
      return { id: one, texts: [partnerOf(owner), 'twin partner', `client-${owner}`] }
    },
  },
  {
    kind: 'webhook',
    sees: OF_PARTNERS,
    async seed(owner, { insert }) {
      const one = id()
      await insert('webhooks', { id: one, partner_id: partnerOf(owner) })
      return { id: one }
    },
  },
  {
    kind: 'change-request',
    sees: { platform: [], ...OF_SHOPS },
    async seed(owner, { insert }) {
      const one = id()
      const of = { institution_id: bankOf(owner), sub_tenant_id: shopOf(owner), module: 'ROLES', action: 'UPDATE' }
      const request = {
        change_request_id: one,
        resource: 'role',
        requested_by_id: id(),
        changes: '[]',
        body_sealed: 'x',
      }
      await insert('change_requests', { ...request, ...of })
      return { id: one }
    },
  },
  {
    kind: 'account',
    source: 'ACCOUNT',
    sees: OF_BANKS,
    async seed(owner, { insert, database }) {
      const key = { institution_id: bankOf(owner), account_id: '1000000777' }
      const account = { customer_id: 'CUST-8', account_type: 'DDA', currency: 'USD', txn_capability: 'ZZ' }
      await insert('accounts', { ...key, ...account })
      await recordAccounts(database, [{ institutionId: key.institution_id ?? '', accountId: key.account_id }])
      const { rows } = await database.query<{ id: string }>(
        'SELECT id FROM account_records WHERE institution_id = $1 AND account_id = $2',
        Object.values(key),
      )
      return { id: rows[0]?.id ?? '', texts: ['1000000777', 'cust-8', PAN] }
    },
  },
  {
    kind: 'card',
    source: 'CARD',
    sees: OF_BANKS,
    async seed(owner, { insert, database, secretBox }) {
      const panHash = secretBox.lookupHash(PAN, 'pan')
      const key = { institution_id: bankOf(owner), pan_hash: panHash }
      const card = { customer_id: 'CUST-8', masked_pan: '400000******0002', status: 'ACTIVE' }
      await insert('cards', { ...key, ...card, account_ids: ['1000000777'] })
      await recordCards(database, [{ institutionId: key.institution_id ?? '', panHash }])
      const { rows } = await database.query<{ id: string }>(
        'SELECT id FROM card_records WHERE institution_id = $1 AND pan_hash = $2',
        Object.values(key),
      )
      return { id: rows[0]?.id ?? '', texts: ['cust-8', PAN] }
    },
  },
]
