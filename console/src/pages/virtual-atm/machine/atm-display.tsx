// The screen and the keys on both sides of it.

import type { RefObject } from 'react'
import type { Language } from '../engine/atm-texts.ts'
import { KEYS_PER_SIDE, type KeyOption } from '../engine/screen-keys.ts'
import type { ScreenView } from '../engine/screen-view.ts'
import { atm } from '../the-atm.ts'
import './display.css'

export interface AtmDisplayProps {
  readonly view: ScreenView
  readonly language: Language
  readonly text: string
  onText(text: string): void
  onEnter(): void
  readonly entryRef: RefObject<HTMLInputElement | null>
  readonly screenRef: RefObject<HTMLElement | null>
}

export function AtmDisplay({ view, language, text, onText, onEnter, entryRef, screenRef }: AtmDisplayProps) {
  const lang = language === 'SPA' ? 'es' : 'en'
  return (
    <div className="atm-display">
      <section className="atm-screen" lang={lang} aria-label="ATM screen" tabIndex={-1} ref={screenRef}>
        <div aria-live="polite" aria-atomic="true">
          <p className="atm-title">{view.title}</p>
          {view.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {view.table.length > 0 && (
            <dl className="atm-table">
              {view.table.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        {view.isBusy && <div className="atm-busy" aria-hidden />}
        {view.entry !== undefined && (
          <form
            className="atm-entry"
            onSubmit={(event) => {
              event.preventDefault()
              onEnter()
            }}
          >
            <label>
              <span>{view.entry.label}</span>
              <input
                ref={entryRef}
                type={view.entry.kind === 'secret' ? 'password' : 'text'}
                inputMode={view.entry.kind === 'text' ? 'text' : view.entry.kind === 'amount' ? 'decimal' : 'numeric'}
                autoComplete="off"
                value={text}
                onChange={(event) => onText(event.currentTarget.value)}
              />
            </label>
          </form>
        )}
      </section>
      <KeyColumn side="left" options={view.options} lang={lang} />
      <KeyColumn side="right" options={view.options} lang={lang} />
    </div>
  )
}

interface KeyColumnProps {
  readonly side: 'left' | 'right'
  readonly options: readonly KeyOption[]
  readonly lang: string
}

/** The lowest keys are used first, so that the screen has room above them. */
function KeyColumn({ side, options, lang }: KeyColumnProps) {
  const used = options.filter((option) => option.side === side).slice(0, KEYS_PER_SIDE)
  const unused = Array.from({ length: KEYS_PER_SIDE - used.length }, (_, at) => `${side}-${at}`)
  return (
    <div className={`atm-keys atm-keys-${side}`}>
      {unused.map((key) => (
        <span key={key} className="atm-key" aria-hidden>
          <span className="atm-key-cap" />
        </span>
      ))}
      {used.map(({ label, action }) => (
        <button key={label} type="button" className="atm-key" lang={lang} onClick={() => atm.press(action)}>
          <span className="atm-key-cap" aria-hidden />
          <span className="atm-key-label">{label}</span>
        </button>
      ))}
    </div>
  )
}
