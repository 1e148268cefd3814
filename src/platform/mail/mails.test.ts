import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invitationMail, otpMail, resetMail } from './mails.ts'

const LINK = 'https://bank.example/console/set-password#eyJ.a_b-c.d'
const PARTS = { to: 'ann@bank.example', firstName: 'Ann', link: LINK, expiresAtMs: Date.parse('2026-03-10T12:00:00Z') }
const MAILS = {
  invitation: invitationMail(PARTS),
  reset: resetMail(PARTS),
  otp: otpMail({ to: PARTS.to, code: '012345', expiresAtMs: PARTS.expiresAtMs }),
}

for (const [name, mail] of Object.entries(MAILS)) {
  test(`the ${name} mail says the same in both forms and loads nothing`, () => {
    const secret = name === 'otp' ? '012345' : LINK
    for (const form of [mail.text, mail.html]) {
      assert.ok(form.includes(secret))
      assert.match(form, /2026-03-10 12:00 UTC/)
    }
    assert.doesNotMatch(mail.html, /<(?:img|script|link|iframe|object|style)\b|src=|url\(|@import/i)
    assert.deepEqual([mail.to, mail.expiresAtMs], [PARTS.to, PARTS.expiresAtMs])
  })

  test(`the subject of the ${name} mail holds no secret and no name`, () => {
    assert.match(mail.subject, /^[A-Za-z -]+$/)
    assert.doesNotMatch(mail.subject, /Ann|eyJ/)
  })
}

test('a mail greets the user by first name', () => {
  assert.match(MAILS.invitation.text, /^Hello Ann,\n/)
  assert.match(MAILS.reset.text, /^Hello Ann,\n/)
})

test('a name cannot inject markup, line breaks or a text direction', () => {
  const firstName = 'A\r\n\r\nBcc: x@y.example\u2028<script>alert("1")</script>&\u202e\u0000 B'
  for (const mail of [invitationMail({ ...PARTS, firstName }), resetMail({ ...PARTS, firstName })]) {
    assert.equal(mail.text.split('\n')[0], 'Hello A Bcc: x@y.example <script>alert("1")</script>&  B,')
    assert.doesNotMatch(mail.html, /<script|[\r\n\u2028\u202e]/)
    assert.ok(mail.html.includes('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;  B,'))
    assert.doesNotMatch(mail.subject, /Bcc/)
  }
})

test('a link cannot break out of its attribute', () => {
  const { html } = invitationMail({ ...PARTS, link: 'https://x/"onclick="y' })
  assert.ok(html.includes('href="https://x/&#34;onclick=&#34;y"'))
})
