import type { FileResult } from './count-reporter.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface Result extends Counts {
  failedFiles?: FileResult[]
  env?: Record<string, string>
}

export function runFailedAgain(
  results: readonly Result[],
  runFile: (file: FileResult & { env: Record<string, string> | undefined }) => Promise<Counts>,
): Promise<{ changes: Counts[]; lines: string[] }>

export function summedUp(results: readonly Counts[]): { line: string; isPassed: boolean }
