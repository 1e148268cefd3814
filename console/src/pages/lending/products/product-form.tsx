// The form of a loan product, new or changed. Loans keep what they were made with.

import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { formPages } from '../../../kit/form/resource-form.tsx'
import type { LoanProduct } from '../terms/loan-products.ts'
import { TERM_FIELD_NAMES } from '../terms/term-values.ts'
import { ProductFields } from './product-fields.tsx'
import { checkProduct, NEW_PRODUCT, type ProductValues, requestOf, valuesOfProduct } from './product-values.ts'

export const { NewPage, EditPage } = formPages<ProductValues, LoanProduct>({
  list: ['Loan products', '/lending/products'],
  cacheKey: 'loan-products',
  newPage: { title: 'New loan product', submit: 'Create the product' },
  editDescription: 'New applications follow the change. Loans keep what they were made with.',
  newValues: () => NEW_PRODUCT,
  valuesOf: valuesOfProduct,
  load: (id) => ask(admin.getLoanProduct({ id })),
  create: (values) => {
    const { institutionId, productCode } = values
    return ask(admin.createLoanProduct({ ...requestOf(values), institutionId, productCode: productCode.trim() }))
  },
  change: ({ id, version }, values) => ask(admin.updateLoanProduct({ id }, { version, ...requestOf(values) })),
  validate: checkProduct,
  fieldNames: TERM_FIELD_NAMES,
  nameOf: ({ name }) => name,
  savedText: ({ productCode }, isNew) => (isNew ? 'The product is made and offered.' : `${productCode} is saved.`),
  Fields: ProductFields,
  hasSections: true,
})
