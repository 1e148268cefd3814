// Contracts for tests of the generator.

import type { OpenApiDocument } from './openapi-operations.ts'
import type { Schema } from './schema-types.ts'

export const DOCUMENT: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Account services', version: '1.0.5' },
  paths: {
    '/api/health': {
      get: {
        operationId: 'EapiHealthCheck',
        summary: 'Health',
        responses: {
          200: {
            content: json({ type: 'object', required: ['status'], properties: { status: { enum: ['ok', 'down'] } } }),
          },
        },
      },
    },
    '/api/ssb/accountservices/v1/transactions/debits': {
      post: {
        operationId: 'Debits',
        summary: 'Cash withdrawal',
        description: 'Debits an account.\n\nThe terminal hands out cash.',
        parameters: [{ in: 'header', name: 'partnerId' }],
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            required: ['transaction'],
            properties: {
              transaction: {
                type: 'object',
                required: ['rrn', 'type'],
                properties: { rrn: { type: 'string' }, type: { const: 'CASHWITHDRAWAL' } },
              },
            },
          }),
        },
        responses: {
          200: {
            content: json({
              type: 'object',
              required: ['status'],
              properties: {
                status: {
                  type: 'object',
                  required: ['responseCode'],
                  properties: { responseCode: { type: 'string' } },
                },
              },
            }),
          },
          400: { content: json({ $ref: '#/components/schemas/ErrorBody' }) },
          503: { $ref: '#/components/responses/Failure' },
        },
      },
    },
  },
  components: {
    schemas: {
      ErrorBody: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } } },
      },
    },
    responses: { Failure: { content: json({ $ref: '#/components/schemas/ErrorBody' }) } },
  },
}

export const PARAMETERS: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Onboarding', version: '1.0.0' },
  servers: [{ url: '/v1' }],
  paths: {
    '/users/list': {
      post: {
        operationId: 'ListUsers',
        security: [{ bearer: [] }],
        parameters: [
          { $ref: '#/components/parameters/page' },
          { in: 'query', name: 'status', required: false, schema: { enum: ['ACTIVE', 'LOCKED'] } },
          parameter('query', 'sort-by'),
          { $ref: '#/components/parameters/x-correlation-id' },
        ],
        requestBody: {
          required: false,
          content: json({ type: 'object', properties: { search: { type: 'string' } } }),
        },
        responses: { 200: { content: json({ type: 'array', items: { $ref: '#/components/schemas/User' } }) } },
      },
    },
    '/users/{id}': {
      get: {
        operationId: 'GetUser',
        security: [{ bearer: [] }],
        parameters: [parameter('path', 'id')],
        responses: {
          404: { content: json({ type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } }) },
          200: { content: json({ $ref: '#/components/schemas/User' }) },
        },
      },
      patch: {
        operationId: 'UpdateUser',
        security: [{ bearer: [] }],
        parameters: [parameter('path', 'id')],
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/User' }) },
        responses: { 201: { content: json({ $ref: '#/components/schemas/User' }) } },
      },
    },
    '/token': {
      post: {
        operationId: 'IssueToken',
        security: [],
        parameters: [parameter('query', 'tenant')],
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', required: ['grant_type'], properties: { grant_type: { type: 'string' } } },
            },
          },
        },
        responses: { 200: { content: json({ type: 'string' }) } },
      },
    },
    '/sso/authorize': {
      get: {
        operationId: 'StartSingleSignOn',
        security: [],
        parameters: [{ ...parameter('query', 'redirect_uri'), required: true }],
        responses: { 302: {} },
      },
    },
  },
  components: {
    schemas: { User: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
    parameters: {
      page: { in: 'query', name: 'page', required: false, schema: { type: 'integer' } },
      'x-correlation-id': { in: 'header', name: 'x-correlation-id', schema: { type: 'string' } },
    },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  },
}

export function parameter(place: 'path' | 'query', name: string, type = 'string') {
  return { in: place, name, required: place === 'path', schema: { type } }
}

function json(schema: Schema): Record<string, { schema: Schema }> {
  return { 'application/json': { schema } }
}
