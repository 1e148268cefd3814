// The machine: screen with its keys, keypad, card slot, cash slot and receipt printer.

import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '../../../kit/show/format.ts'
import { viewOf } from '../engine/screen-view.ts'
import { atm, useAtm } from '../the-atm.ts'
import { AtmDisplay } from './atm-display.tsx'
import { Keypad } from './keypad.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'
import './machine.css'

/** Longer than any id of the contract. */
const LONGEST_ENTRY = 40

export function AtmMachine() {
  const state = useAtm()
  const { screen, terminal, card, cash, receipt } = state
  const view = viewOf(state)
  // What was keyed in belongs to one screen; the next one begins empty.
  const [typed, setTyped] = useState({ screen, text: '' })
  const text = typed.screen === screen ? typed.text : ''
  const setText = (next: string) => setTyped({ screen, text: next.slice(0, LONGEST_ENTRY) })
  const enter = () => view.entry !== undefined && atm.press({ do: 'enter', text })
  const shown = useRef(screen)
  const entryRef = useRef<HTMLInputElement>(null)
  const screenRef = useRef<HTMLElement>(null)
  const isCardOut = screen.name === 'card-back' && !screen.isKept

  // The key that was pressed is gone with its screen. Focus goes on to the new screen, unless the user is elsewhere.
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    const focused = document.activeElement
    if (focused !== null && focused !== document.body && focused.closest('[data-atm-focus]') === null) return
    const target = entryRef.current ?? screenRef.current
    target?.focus()
  }, [screen])

  return (
    <section className="atm" aria-label="ATM" data-atm-focus>
      <div className="atm-head">
        <strong>{terminal.institutionName}</strong>
        <span>{terminal.terminalId}</span>
      </div>
      <AtmDisplay
        view={view}
        language={state.language}
        text={text}
        onText={setText}
        onEnter={enter}
        entryRef={entryRef}
        screenRef={screenRef}
      />
      <div className="atm-front">
        <div className="atm-slots">
          <div className="atm-slot" data-lit={card?.pan === undefined && screen.name === 'welcome'}>
            <span className="atm-slot-name">Card</span>
            <span className="atm-slit" />
            {isCardOut && (
              <button type="button" className="atm-card" onClick={() => atm.press({ do: 'card-taken' })}>
                Take the card
              </button>
            )}
            {card?.pan !== undefined && !isCardOut && <span className="atm-slot-note">Card inside</span>}
          </div>
          <div className="atm-slot" data-lit={cash !== undefined}>
            <span className="atm-slot-name">Cash</span>
            <span className="atm-slit" />
            {cash !== undefined && (
              <button type="button" className="atm-notes" onClick={() => atm.takeCash()}>
                Take the cash: {formatMoney(cash, terminal.currency)}
              </button>
            )}
          </div>
        </div>
        <Keypad
          isOff={view.isBusy}
          onDigit={(digit) => view.entry !== undefined && setText(text + digit)}
          onClear={() => setText('')}
          onEnter={enter}
          onCancel={() => screen.name !== 'welcome' && screen.name !== 'card-back' && atm.press({ do: 'cancel' })}
        />
      </div>
      <div className="atm-slot atm-receipt-slot">
        <span className="atm-slot-name">Receipt</span>
        <span className="atm-slit" />
        {receipt !== undefined && <ReceiptPaper lines={receipt} onTake={() => atm.takeReceipt()} />}
      </div>
    </section>
  )
}
