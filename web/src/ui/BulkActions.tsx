import { Button, CloseButton, Group, Modal, NativeSelect, Progress, ScrollArea, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError } from '../lib/call-error.ts'
import { t } from '../lib/language.ts'
import classes from './DataList.module.css'
import type { BulkAction } from './RowActions.tsx'

interface Props<Row> {
  actions: BulkAction<Row>[]
  chosen: Row[]
  nameOf: (row: Row) => string
  /** Chooses these rows and no others. */
  onChoose: (rows: Row[]) => void
}

interface Outcome<Row> {
  row: Row
  /** Why it was not done; null when it was. */
  fault: string | null
}

interface Run<Row> {
  label: string
  outcomes: Outcome<Row>[]
  total: number
  ended: boolean
}

const atOnce = 4

async function faultOf<Row>(action: BulkAction<Row>, row: Row, choice: string): Promise<string | null> {
  const blocked = action.blocked?.(row, choice)
  if (blocked) return blocked
  try {
    await action.run(row, choice)
    return null
  } catch (error) {
    return error instanceof CallError ? error.message : t('Failed. Please try again.')
  }
}

/** What is done to the chosen rows, one call each, and what became of it. */
function useRun<Row>({ onChoose }: Pick<Props<Row>, 'onChoose'>) {
  const queryClient = useQueryClient()
  const [run, setRun] = useState<Run<Row> | null>(null)
  const stopped = useRef(false)

  async function start(action: BulkAction<Row>, rows: Row[], choice: string) {
    if (action.confirm && !window.confirm(action.confirm(rows.length))) return
    stopped.current = false
    setRun({ label: action.label, outcomes: [], total: rows.length, ended: false })
    const outcomes: Outcome<Row>[] = []
    const work = async (waiting: Row[]) => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        const fault = stopped.current ? t('Cancelled before it was done.') : await faultOf(action, row, choice)
        outcomes.push({ row, fault })
        setRun((before) => before && { ...before, outcomes: [...outcomes] })
      }
    }
    const turns = Map.groupBy(rows, (row) => action.turn?.(row, choice) ?? 0)
    for (const [, waiting] of [...turns].toSorted(([a], [b]) => a - b))
      await Promise.all(Array.from({ length: atOnce }, () => work(waiting)))
    setRun((before) => before && { ...before, ended: true })
    onChoose(outcomes.filter(({ fault }) => fault !== null).map(({ row }) => row))
    await queryClient.invalidateQueries()
  }

  const cancel = () => {
    stopped.current = true
  }
  return { run, start, cancel, close: () => setRun(null) }
}

/** Says how many rows are chosen and what can be done to them. */
export function BulkActions<Row extends { id: string }>({ actions, chosen, nameOf, onChoose }: Props<Row>) {
  const { run, start, cancel, close } = useRun<Row>({ onChoose })
  return (
    <>
      {chosen.length > 0 && (
        <Group gap="xs" role="group" aria-label={t('Actions for the selected rows')}>
          <CloseButton size="sm" aria-label={t('Clear the selection')} onClick={() => onChoose([])} />
          <Text size="sm" fw={600} role="status" className="tabular">
            {t('{count} selected', { count: chosen.length })}
          </Text>
          {actions.map((action) => (
            <ActionButton key={action.label} action={action} onStart={(choice) => void start(action, chosen, choice)} />
          ))}
        </Group>
      )}
      {run && <RunDialog run={run} nameOf={nameOf} onCancel={cancel} onClose={close} />}
    </>
  )
}

interface ActionButtonProps<Row> {
  action: BulkAction<Row>
  onStart: (choice: string) => void
}

function ActionButton<Row>({ action: { label, choice }, onStart }: ActionButtonProps<Row>) {
  const [chosen, setChosen] = useState('')
  return (
    <Group gap={4} wrap="nowrap">
      {choice && (
        <NativeSelect
          size="xs"
          aria-label={choice.label}
          data={[{ value: '', label: `${choice.label}…` }, ...choice.options]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <Button
        size="xs"
        variant="default"
        disabled={choice !== undefined && chosen === ''}
        onClick={() => onStart(chosen)}
      >
        {label}
      </Button>
    </Group>
  )
}

interface RunDialogProps<Row> extends Pick<Props<Row>, 'nameOf'> {
  run: Run<Row>
  onCancel: () => void
  onClose: () => void
}

function RunDialog<Row extends { id: string }>({ run, nameOf, onCancel, onClose }: RunDialogProps<Row>) {
  const { label, outcomes, total, ended } = run
  const [cancelled, setCancelled] = useState(false)
  const done = outcomes.filter(({ fault }) => fault === null).length
  // What was not done is what there is to read.
  const lines = outcomes.toSorted((a, b) => Number(a.fault === null) - Number(b.fault === null))
  return (
    <Modal
      opened
      onClose={onClose}
      title={label}
      withCloseButton={ended}
      closeOnEscape={ended}
      closeOnClickOutside={ended}
    >
      <Text role="status" mb="xs">
        {ended
          ? t('{done} of {total} done.', { done, total })
          : t('{done} of {total}…', { done: outcomes.length, total })}
      </Text>
      {!ended && <Progress value={(outcomes.length / total) * 100} aria-label={t('Progress')} mb="sm" />}
      <ScrollArea.Autosize mah="min(24rem, 55vh)" type="auto" viewportProps={{ tabIndex: 0 }}>
        <ul className={classes['outcomes']} aria-label={t('What became of each')}>
          {lines.map(({ row, fault }) => (
            <li key={row.id} data-failed={fault !== null || undefined}>
              <b>{nameOf(row)}</b>
              <span>{fault ?? t('Done')}</span>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      <Group justify="flex-end" mt="md">
        {ended ? (
          <Button onClick={onClose}>{t('Close')}</Button>
        ) : (
          <Button
            variant="default"
            disabled={cancelled}
            onClick={() => {
              setCancelled(true)
              onCancel()
            }}
          >
            {t('Cancel')}
          </Button>
        )}
      </Group>
    </Modal>
  )
}
