import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDocument } from '../../../test/spec/openapi-document.ts'
import { EVENT_KIND_NAMES } from '../../administration/events/event-kinds.ts'
import type { Json } from '../../edge/http/openapi/openapi-schema.ts'
import { digitalOpenApi } from '../digital/openapi.ts'
import { lendingOpenApi } from '../lending/openapi.ts'
import { eventsAsyncApi } from './asyncapi.ts'
import { feedOpenApi } from './openapi.ts'

testDocument(feedOpenApi, { operationIds: ['ReadEvents'], atLeast: 1 })

test('the AsyncAPI document has a message for every kind, and every reference leads somewhere', () => {
  const text = JSON.stringify(eventsAsyncApi())
  const document = JSON.parse(text)
  assert.equal(document.asyncapi, '3.0.0')
  assert.deepEqual(Object.keys(document.components.messages), EVENT_KIND_NAMES)
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = path.split('/').reduce((part, name) => part?.[name], document)
    assert.ok(target, path)
  }
  const answers: Record<string, Json> = { digital: digitalOpenApi(), lending: lendingOpenApi() }
  for (const [, family = '', name = ''] of text.matchAll(/"\$ref":"\.\/(\w+)\.json#\/components\/schemas\/(\w+)"/g)) {
    const { components } = answers[family] as unknown as { components: { schemas: Record<string, object> } }
    assert.ok(components.schemas[name], `${family} ${name}`)
  }
  assert.doesNotMatch(text, /"(expected|inspect|component|~\w+)":/)
})
