// Commands that read, write and send ISO 8583 messages.

import type { Command } from 'commander'
import type { Shell } from '../shell.ts'
import { wholeNumber } from '../whole-number.ts'

/** `iso8583`: single messages. */
export function addIso8583Commands(program: Command, shell: Shell): void {
  const iso8583 = program
    .command('iso8583')
    .description('read, write and send single ISO 8583 messages (docs/cores.md)')

  iso8583
    .command('decode [message]')
    .description('print the fields of a message; it is given in hexadecimal digits, or on standard input')
    .requiredOption('--dialect <name>', 'iso87-ascii, iso93-binary, or the path of a file')
    .option('--text', 'the message is text, not hexadecimal digits')
    .option('--framed', 'the message has its length and header in front')
    .option('--mac-key-file <path>', 'check the MAC with the key in this file, in hexadecimal digits')
    .option('--clear', 'show card numbers and secrets')
    .option('--json', 'print JSON that encode takes')
    .action(async (message, options) => (await import('./iso8583.ts')).decodeMessage(message, options, shell))

  iso8583
    .command('encode [file]')
    .description('print a message in hexadecimal digits; its fields come as JSON from a file or from standard input')
    .requiredOption('--dialect <name>', 'iso87-ascii, iso93-binary, or the path of a file')
    .option('--text', 'print text, not hexadecimal digits')
    .option('--framed', 'put length and header in front')
    .option('--mac-key-file <path>', 'add the MAC with the key in this file, in hexadecimal digits')
    .action(async (file, options) => (await import('./iso8583.ts')).encodeMessage(file, options, shell))

  iso8583
    .command('send [message]')
    .description('send a message and print its answer; its fields come as JSON, as an argument or on standard input')
    .requiredOption('--to <host:port>', 'a host, or the port of switches (ISO8583_PORT)')
    .requiredOption('--dialect <name>', 'iso87-ascii, iso93-binary, or the path of a file')
    .option('--mac-key-file <path>', 'add and check MACs with the key in this file, in hexadecimal digits')
    .option('--tls', 'connect by TLS')
    .option('--ca-file <path>', 'certificates to trust, PEM; those of the system unless said')
    .option('--cert-file <path>', 'own certificate, PEM')
    .option('--key-file <path>', 'its private key, PEM')
    .option('--timeout <ms>', 'how long the answer may take', wholeNumber, 10_000)
    .option('--clear', 'show card numbers and secrets of the answer')
    .option('--json', 'print JSON')
    .action(async (message, options) => (await import('./iso8583-send.ts')).sendMessage(message, options, shell))
}
