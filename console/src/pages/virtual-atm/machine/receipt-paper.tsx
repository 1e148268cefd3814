// The paper that comes out of the printer.

import type { ReceiptLine } from '../engine/receipt.ts'
import './receipt.css'

export function ReceiptPaper({ lines, onTake }: { lines: readonly ReceiptLine[]; onTake(): void }) {
  return (
    <section className="atm-receipt" aria-label="Receipt">
      {lines.map(([label, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a printed receipt does not change, and two lines may be equal
        <p key={at} data-alone={value === undefined}>
          <span>{label}</span>
          {value !== undefined && <span>{value}</span>}
        </p>
      ))}
      <button type="button" onClick={onTake}>
        Take the receipt
      </button>
    </section>
  )
}
