import { commandOf } from './prepare.mjs'
import { colour, runNode } from './run.mjs'
import { runVitest } from './vitest.mjs'

const commands = {
  lint: ['oxlint', 'oxlint', ['--type-aware', '--deny-warnings', '--report-unused-disable-directives']],
  types: ['typescript', 'tsc', ['-p', 'tsconfig.json']],
  'types of web': ['typescript', 'tsc', ['-p', 'web/tsconfig.json']],
  'shell types': ['typescript', 'tsc', ['-p', 'web/shell/tsconfig.json']],
  format: ['@biomejs/biome', 'biome', ['check', `--colors=${'FORCE_COLOR' in colour ? 'force' : 'off'}`]],
}

async function runCommand(node, [name, command, args]) {
  const { code, output } = await runNode(node, [commandOf(name, command), ...args], { quiet: true, env: colour })
  return { output, passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function report(title, run) {
  const began = performance.now()
  const { output, ...counts } = await run()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const verdict = counts.failed > 0 ? 'FAILED' : 'ok'
  console.log(`${title.padEnd(14)}${verdict.padEnd(7)}${seconds} s`)
  if (counts.failed > 0) console.log(`${output.trim()}\n`)
  return counts
}

/** Runs conventions, lint, types and format, two at a time for two cores; a failed part counts as one failure. */
export async function runChecks(node) {
  const waiting = [
    ['conventions', () => runVitest(node, ['conventions'], [], { quiet: true })],
    ...Object.entries(commands).map(([title, command]) => [title, () => runCommand(node, command)]),
  ]
  const results = []
  const takeTurns = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await report(...next))
  }
  await Promise.all([takeTurns(), takeTurns()])
  return results
}
