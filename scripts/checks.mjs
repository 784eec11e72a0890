import { commandOf } from './prepare.mjs'
import { colour, runNode } from './run.mjs'
import { runVitest } from './vitest.mjs'

const commands = {
  format: ['@biomejs/biome', 'biome', ['check', `--colors=${'FORCE_COLOR' in colour ? 'force' : 'off'}`]],
  lint: ['oxlint', 'oxlint', ['--type-aware', '--deny-warnings', '--report-unused-disable-directives']],
  types: ['typescript', 'tsc', ['-p', 'tsconfig.json']],
  'types of web': ['typescript', 'tsc', ['-p', 'web/tsconfig.json']],
  'shell types': ['typescript', 'tsc', ['-p', 'web/shell/tsconfig.json']],
}

async function runCommand(node, [name, command, args]) {
  const { code, output } = await runNode(node, [commandOf(name, command), ...args], { quiet: true, env: colour })
  return { output, passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function report(title, result) {
  const began = performance.now()
  const { output, ...counts } = await result
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const verdict = counts.failed > 0 ? 'FAILED' : 'ok'
  console.log(`${title.padEnd(14)}${verdict.padEnd(7)}${seconds} s`)
  if (counts.failed > 0) console.log(`${output.trim()}\n`)
  return counts
}

/** Format, lint, types and conventions, side by side; a part that fails counts as one failure. */
export function runChecks(node) {
  return Promise.all([
    ...Object.entries(commands).map(([title, command]) => report(title, runCommand(node, command))),
    report('conventions', runVitest(node, ['conventions'], [], { quiet: true })),
  ])
}
