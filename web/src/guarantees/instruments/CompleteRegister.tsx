import { Anchor, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { filterDeposits, updateDeposit } from '@plinth/api/deposits/deposits'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { counted, decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { denied, useAllowed } from '../../lib/useAllowed.ts'
import { Pager } from '../../ui/list/Pager.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Empty, Screen } from '../../ui/shell/Screen.tsx'
import { UnsavedGuard } from '../../ui/shell/UnsavedGuard.tsx'
import classes from './CompleteRegister.module.css'
import { CompleteRow } from './CompleteRow.tsx'
import { stateOf, type Unregistered } from './complete-rows.ts'
import { useCompletion } from './useCompletion.ts'
import { useUnregistered } from './useUnregistered.ts'

const complete = (
  <>
    {t('Every deposit that is held has its instrument in the register.')}{' '}
    <Anchor component={Link} to="/contracts/instruments" inherit underline="always">
      {t('See the instruments')}
    </Anchor>
  </>
)

function Waiting() {
  return (
    <Stack gap="xs" aria-busy>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={96} />
      ))}
    </Stack>
  )
}

/** The held deposits without an instrument, grouped by the paper they are given by; the ticked ones are entered. */
export function CompleteRegister() {
  const may = useAllowed([filterDeposits, createInstrument, updateDeposit])
  const { papers, left, ...query } = useUnregistered(may === true)
  const source = may === false ? { ...query, error: denied } : query
  return (
    <Screen
      title={t('Complete the register')}
      source={source}
      failure={t('Failed to load security deposits')}
      actions={
        <>
          <LinkButton
            variant="default"
            to="/contracts/deposit-register"
            search={{ quickFilters: ['WITHOUT_INSTRUMENT'] }}
          >
            {t('Deposit register')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/instruments">
            {t('Instruments')}
          </LinkButton>
        </>
      }
    >
      {papers ? <Papers papers={papers} left={left} /> : <Waiting />}
    </Screen>
  )
}

const usualSize = 50

/** When a run ends, moves the focus to the first refused row, else back to the button. */
function useNextFocus(isRunning: boolean, rows: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>) {
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      const refused = rows.current?.querySelector('[data-refused]')
      const next = refused?.querySelector<HTMLElement>('[aria-invalid=true], input') ?? button.current
      next?.focus()
    }
    wasRunning.current = isRunning
  }, [isRunning, rows, button])
}

/**
 * One page of the open papers. A paper that is entered leaves the page, and no other takes its place, so that nothing is entered
 * that nobody has checked.
 */
function usePage(open: readonly Unregistered[]) {
  const [size, resize] = useState(usualSize)
  const [requestedPage, goTo] = useState(0)
  const pages = Math.max(1, Math.ceil(open.length / size))
  const page = Math.min(requestedPage, pages - 1)
  const takeSnapshot = () => ({
    page,
    size,
    keys: new Set(open.slice(page * size, (page + 1) * size).map(({ key }) => key)),
  })
  const [snapshot, setSnapshot] = useState(takeSnapshot)
  const isAnother = snapshot.page !== page || snapshot.size !== size
  if (open.length > 0 && (isAnother || !open.some(({ key }) => snapshot.keys.has(key)))) setSnapshot(takeSnapshot())
  const shown = open.filter(({ key }) => snapshot.keys.has(key))
  return { shown, list: { page, size, pages, total: open.length, counted: true, goTo, resize } }
}

function Papers({ papers, left }: { papers: readonly Unregistered[]; left: number }) {
  const { entry, change, faults, entered, progress, run, stop, isTyped } = useCompletion()
  const rows = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = papers.filter(({ key }) => !entered.has(key))
  const { shown, list } = usePage(open)
  const ticked = shown.filter((paper) => entry(paper).isTicked)
  const tickAll = (isTicked: boolean) => shown.forEach(({ key }) => change(key, { isTicked }))
  useNextFocus(progress !== null, rows, button)
  if (open.length === 0 && !progress) return <Empty filtered={false}>{complete}</Empty>
  return (
    <>
      <Text mb="sm" maw="46rem">
        {t(
          'These are held, and nothing says when their papers run out. The kind is proposed by the number: look each row through. Deposits that share number and bank are given by one instrument.',
        )}
      </Text>
      <Checkbox
        mb="xs"
        label={t('{count} of {total} ticked', { count: decimal(ticked.length), total: decimal(shown.length) })}
        checked={ticked.length === shown.length}
        indeterminate={ticked.length > 0 && ticked.length < shown.length}
        disabled={progress !== null}
        onChange={({ currentTarget: { checked } }) => tickAll(checked)}
      />
      <fieldset disabled={progress !== null} style={{ minWidth: 0 }} aria-label={t('Instruments to enter')}>
        <ul ref={rows} className={`sheet ${classes['rows']}`}>
          {shown.map((paper) => (
            <CompleteRow
              key={paper.key}
              paper={paper}
              entry={entry(paper)}
              faults={faults[paper.key]}
              onChange={change}
            />
          ))}
        </ul>
      </fieldset>
      <Pager list={list} />
      {left > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('{deposits} more follow once these are entered.', { deposits: counted(left, 'deposit') })}
        </Text>
      )}
      <div className={classes['bar']}>
        <Text size="sm" role="status" className="tabular">
          {progress
            ? t('Entering {at} of {total}…', { at: progress.done + 1, total: progress.total })
            : statusText(
                shown.filter(({ key }) => key in faults).length,
                ticked.filter((paper) => stateOf(paper, entry(paper)).state === 'DRAFT').length,
              )}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {progress && (
            <Button variant="default" onClick={stop}>
              {t('Stop')}
            </Button>
          )}
          <Button
            ref={button}
            disabled={ticked.length === 0}
            loading={progress !== null}
            onClick={() => void run(ticked)}
          >
            {t('Enter {instruments}', { instruments: counted(ticked.length, 'instrument') })}
          </Button>
        </Group>
      </div>
      <UnsavedGuard unsaved={isTyped} />
    </>
  )
}

/** The status line: how many papers were refused, else how many of the ticked ones become drafts. */
function statusText(refused: number, drafts: number): string {
  if (refused > 0)
    return t('{instruments} not entered: the reason stands beside it.', { instruments: counted(refused, 'instrument') })
  return drafts > 0 ? t('{count} of them as drafts: something is missing', { count: decimal(drafts) }) : ''
}
