/** If more files than this fail, none is run again: the run has failed. */
const mostUnsteady = 2

/**
 * Runs each failed file of `results` once more, alone, with `runFile`, which returns the counts of that file. A file that then passes is
 * unsteady: returns `unsteady: <file> > <test>` lines, and the changes of the counts by the second run.
 */
export async function runFailedAgain(results, runFile) {
  const failed = results.flatMap(({ failedFiles = [], env }) => failedFiles.map((file) => ({ ...file, env })))
  const answer = { changes: [], lines: [] }
  if (failed.length > mostUnsteady) return answer
  for (const first of failed) {
    const again = await runFile(first)
    if (again.failed > 0 || again.passed === 0) continue
    answer.changes.push({
      passed: again.passed - first.passed,
      failed: -first.failed,
      skipped: again.skipped - first.skipped,
    })
    const titles = first.failedTests.length > 0 ? first.failedTests : ['(outside a test)']
    answer.lines.push(...titles.map((title) => `unsteady: ${first.file} > ${title}`))
  }
  return answer
}

/** The sum of all counts, as the last line of a run, and whether everything passed. */
export function summedUp(results) {
  const sum = (key) => results.reduce((total, counts) => total + counts[key], 0)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return { line, isPassed: failed === 0 && passed > 0 }
}
