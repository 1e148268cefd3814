// Changes a loan product. Loans keep what they were made with.

import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { PageFrame } from '../../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Loaded } from '../../../kit/page/record-query.tsx'
import type { LoanProduct } from '../terms/loan-products.ts'
import { TERM_FIELD_NAMES } from '../terms/term-values.ts'
import { ProductFields } from './product-fields.tsx'
import { checkProduct, requestOf, valuesOfProduct } from './product-values.ts'

export default function EditProductPage() {
  const id = usePathParameter('id')
  // What is being edited does not change under the form; a conflict says when somebody else was faster.
  const query = useQuery({
    queryKey: ['loan-product-edit', id],
    queryFn: () => ask(admin.getLoanProduct({ id })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <PageFrame
      title="Edit the product"
      description="New applications follow the change. Loans keep what they were made with."
      trail={[
        ['Loan products', '/lending/products'],
        [query.data?.name ?? 'Product', `/lending/products/${id}`],
      ]}
    >
      <Loaded query={query}>
        {(product) => <EditProduct key={product.version} product={product} onReload={() => void query.refetch()} />}
      </Loaded>
    </PageFrame>
  )
}

function EditProduct({ product, onReload }: { product: LoanProduct; onReload(): void }) {
  const navigate = useNavigate()
  const { id, version } = product
  const state = useRecordForm({
    initialValues: valuesOfProduct(product),
    validate: checkProduct,
    fieldNames: TERM_FIELD_NAMES,
    submit: (values) => ask(admin.updateLoanProduct({ id }, { version, ...requestOf(values) })),
    onSaved: (saved) => {
      notifications.show({ message: `${saved.productCode} is saved.`, color: 'green' })
      void navigate({ to: `/lending/products/${id}` })
    },
    invalidates: [['loan-products']],
  })
  return (
    <RecordForm
      state={state}
      submitLabel="Save"
      onCancel={() => void navigate({ to: `/lending/products/${id}` })}
      onReload={onReload}
    >
      <ProductFields form={state.form} isNew={false} />
    </RecordForm>
  )
}
