import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whenNpmEnds } from './npm-parent.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const lifeline = new URL('lifeline.mjs', import.meta.url).href

/** For tools whose output is collected and printed later, or written to a file. */
export const colour = process.stdout.isTTY || process.env.FORCE_COLOR ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

/** An error that the reader of the terminal can fix: printed as it is, without a stack. */
export class Failure extends Error {}

const children = new Set()
let stopSignal

const exitCodeOf = (signal) => 128 + constants.signals[signal]

/** Asks every child to end, once: the terminal and npm both deliver the same Ctrl+C. */
export function stop(signal) {
  if (stopSignal) return
  stopSignal = signal
  for (const child of children) child.kill(signal)
  if (children.size === 0) process.exit(exitCodeOf(signal))
}

/**
 * Runs a command to its end. `quiet` collects its output. Children run in a process group of their own, out of reach of the terminal, so
 * that a signal reaches them once, through this script.
 */
export function run(command, args, { cwd = root, env = {}, quiet = false, ipc = false, onMessage } = {}) {
  if (stopSignal) process.exit(exitCodeOf(stopSignal))
  const out = quiet ? 'pipe' : 'inherit'
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', out, out, ...(ipc ? ['ipc'] : [])],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    children.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    if (onMessage) child.on('message', onMessage)
    child.once('error', (error) => {
      children.delete(child)
      reject(new Failure(`Could not run ${command}: ${error.message}`))
    })
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve({ code: code ?? exitCodeOf(signal), output })
    })
  })
}

/** Node's compile cache: threads that read sheets start in half the time. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')

/** Runs a Node program that ends when this process does, however this process ends. */
export function runNode(node, args, { env = {}, ...options } = {}) {
  const ours = { NODE_COMPILE_CACHE: compiled, PLINTH_LIFELINE: '1' }
  return run(node, ['--import', lifeline, ...args], { ...options, ipc: true, env: { ...ours, ...env } })
}

/** Runs one step of the preparation without output; if it fails, the beginning and the end of its log are shown. */
export async function quietly(title, step) {
  console.log(title)
  const { code, output } = await step({ quiet: true })
  if (stopSignal) process.exit(exitCodeOf(stopSignal))
  if (code === 0) return
  const lines = output.split('\n').filter((line) => line.trim() && !line.includes('EBADENGINE'))
  const shown = lines.length > 40 ? [...lines.slice(0, 20), '…', ...lines.slice(-20)] : lines
  throw new Failure(`${shown.join('\n')}\n\nThat failed (exit code ${code}): ${title}`)
}

/** The entry of every script: its result is the exit code. */
export async function main(script) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  whenNpmEnds(() => stop('SIGTERM'))
  try {
    process.exitCode = await script()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exitCode = 1
  }
}
