// A loan product for tests: 500 to 50,000 in USD, EUR, JPY and KWD, for 3 to 60 months.

import { DEFAULT_BUCKETS, type LoanProduct, type LoanRate } from './loan-product.ts'

export function loanProduct(more: Partial<LoanProduct> = {}): LoanProduct {
  return {
    productCode: 'PERSONAL',
    institutionId: 'FI001',
    name: 'Personal loan',
    status: 'ACTIVE',
    currency: 'USD',
    currencies: ['USD', 'EUR', 'JPY', 'KWD'],
    amount: { min: '500', max: '50000' },
    term: { min: { count: 3, unit: 'Months' }, max: { count: 60, unit: 'Months' } },
    rate: { min: '0', max: '36' },
    defaultRate: '12',
    terms: {},
    policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS, maxInstalments: 480, dailyRows: false },
    feeCapPercent: '25',
    overpaymentAllowed: true,
    riskSignalsRequired: false,
    aprMethod: 'REG_Z_ACTUARIAL',
    accounting: 'CASH',
    ...more,
  }
}

export function loanRate(rateId: string, nominalRate: string, more: Partial<LoanRate> = {}): LoanRate {
  return {
    rateId,
    productCode: 'PERSONAL',
    institutionId: 'FI001',
    nominalRate,
    type: 'FIXED',
    effectiveFrom: '2026-01-01',
    bands: [],
    ...more,
  }
}
