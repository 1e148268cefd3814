// What an ATM says to the customer about a decline. The code itself is for the integrator, in the panel.

import type { Language } from './atm-texts.ts'

type Said = Readonly<Record<Language, string>>

function said(ENG: string, SPA: string): Said {
  return { ENG, SPA }
}

const CARD_UNREADABLE = said('Your card cannot be used at this ATM.', 'Su tarjeta no se puede usar en este cajero.')
const CALL_YOUR_BANK = said(
  'Your bank has declined the transaction. Please call your bank.',
  'Su banco ha rechazado la transacción. Llame a su banco.',
)
const NOT_HERE = said('This service is not available here.', 'Este servicio no está disponible aquí.')
const ACCOUNT_NOT_USABLE = said(
  'This account cannot be used for this transaction.',
  'Esta cuenta no se puede usar para esta transacción.',
)
const TRY_LATER = said(
  'We cannot complete your transaction just now.',
  'No podemos completar su transacción en este momento.',
)

const DECLINES: Readonly<Record<string, Said>> = {
  '100': CALL_YOUR_BANK,
  '101': said('Your card has expired.', 'Su tarjeta ha caducado.'),
  '102': CALL_YOUR_BANK,
  '104': said('Your card is blocked. Please call your bank.', 'Su tarjeta está bloqueada. Llame a su banco.'),
  '110': said('There is not enough money in your account.', 'No hay suficiente dinero en su cuenta.'),
  '111': CARD_UNREADABLE,
  '113': said('Your bank does not accept the fee of this ATM.', 'Su banco no acepta la comisión de este cajero.'),
  '114': said('This account was not found.', 'No se encontró esta cuenta.'),
  '115': said('Your bank does not offer this service here.', 'Su banco no ofrece este servicio aquí.'),
  '118': CARD_UNREADABLE,
  '119': ACCOUNT_NOT_USABLE,
  '120': NOT_HERE,
  '121': said('This is more than your limit.', 'Esto supera su límite.'),
  '123': said('You have reached today’s number of withdrawals.', 'Ha alcanzado el número de retiros de hoy.'),
  '125': said('Your card is not active yet.', 'Su tarjeta aún no está activada.'),
  '180': said('This ATM cannot pay out this amount.', 'Este cajero no puede entregar este importe.'),
  '181': said('This account is in another currency.', 'Esta cuenta está en otra moneda.'),
  '182': ACCOUNT_NOT_USABLE,
  '183': said('The receiving account cannot be used.', 'La cuenta de destino no se puede usar.'),
  '184': said('This company is not registered.', 'Esta empresa no está registrada.'),
  '185': said('This company does not take payments here.', 'Esta empresa no acepta pagos aquí.'),
  '190': said('Please choose two different accounts.', 'Elija dos cuentas distintas.'),
  '208': CALL_YOUR_BANK,
  '209': CALL_YOUR_BANK,
  '485': said(
    'This transaction has been cancelled. Your account was not charged.',
    'Esta transacción fue cancelada. No se le cobró nada.',
  ),
  '912': said('Your bank is not available just now.', 'Su banco no está disponible en este momento.'),
  '940': NOT_HERE,
  '950': NOT_HERE,
}

export function declineText(code: string, language: Language): string {
  return (DECLINES[code] ?? TRY_LATER)[language]
}

/** A machine keeps cards that were reported lost or stolen. */
export function keepsCard(code: string): boolean {
  return code === '208' || code === '209'
}

/** With one of these the card can do nothing more here. */
export function endsVisit(code: string): boolean {
  return keepsCard(code) || ['101', '104', '111', '118', '125', '912', '940'].includes(code)
}
