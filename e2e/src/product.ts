import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@plinth/server/kernel/testing/databases'

const readyWithin = 120_000

export interface Product {
  url: string
  /** The folder of all its data. */
  dataDir: string
  /** Password of everybody in the sample company, from the printed output. */
  password: string
  /** Password of the operator, which is printed on the first start. */
  operatorPassword: string
  /** What the process printed until it was ready. */
  output: string
  stop(): Promise<void>
}

async function untilReady(child: ChildProcess): Promise<string> {
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Plinth is ready')) resolve()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('exit', () => reject(new Error(`The server stopped:\n${output}`)))
    setTimeout(() => reject(new Error(`The server is not ready:\n${output}`)), readyWithin).unref()
  })
  await ready
  return output
}

/** Starts the built product as `npm start` does, with these settings and a database of its own that is deleted afterwards. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
  const port = await freePort()
  const main = join(import.meta.dirname, '../../server/src/main.ts')
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    OPERATOR_PASSWORD: '',
    ...settings,
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = await untilReady(child).catch((error: unknown) => {
    child.kill()
    throw error
  })
  const [, password = ''] = /password for all: (\S+)/.exec(output) ?? []
  const [, operatorPassword = ''] = /shown this once: (\S+)/.exec(output) ?? []
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${port}`, dataDir, password, operatorPassword, output, stop }
}
