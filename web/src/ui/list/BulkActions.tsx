import { Button, CloseButton, Group, Modal, NativeSelect, ScrollArea, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../lib/language.ts'
import type { BulkAction } from './bulk-action.ts'
import classes from './DataList.module.css'
import { type Report, useBulkRun } from './useBulkRun.ts'

interface Props<Row> {
  actions: BulkAction<Row>[]
  chosen: Row[]
  nameOf: (row: Row) => string
  /** Selects these rows and no others. */
  onChoose: (rows: Row[]) => void
}

/** The number of selected rows and their actions; the progress while an action runs. */
export function BulkActions<Row extends { id: string }>({ actions, chosen, nameOf, onChoose }: Props<Row>) {
  const { progress, report, start, cancel, close } = useBulkRun<Row>({ nameOf, onChoose })
  const place = useRef<HTMLDivElement>(null)
  const hasEnded = useRef(false)
  useEffect(() => {
    // The pressed button is gone with the rows that the action changed.
    if (hasEnded.current && !progress && !report && document.activeElement === document.body) place.current?.focus()
    hasEnded.current = progress !== null
  }, [progress, report])
  return (
    <>
      <VisuallyHidden ref={place} tabIndex={-1}>
        {t('Actions for the selected rows')}
      </VisuallyHidden>
      {progress && (
        <Group gap="xs">
          <Text size="sm" fw={600} role="status" className="tabular">
            {t('{done} of {total}…', progress)}
          </Text>
          <Button size="xs" variant="default" onClick={cancel}>
            {t('Cancel')}
          </Button>
        </Group>
      )}
      {chosen.length > 0 && !progress && (
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
      {report && <ReportDialog report={report} nameOf={nameOf} onClose={close} />}
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

interface ReportDialogProps<Row> extends Pick<Props<Row>, 'nameOf'> {
  report: Report<Row>
  onClose: () => void
}

/** The rows that failed, and why. The successful ones can be undone from here. */
function ReportDialog<Row extends { id: string }>({ report, nameOf, onClose }: ReportDialogProps<Row>) {
  const { label, total, failures, undo } = report
  return (
    <Modal opened onClose={onClose} title={label}>
      <Text role="status" mb="xs">
        {t('{done} of {total} done.', { done: total - failures.length, total })}
      </Text>
      <ScrollArea.Autosize mah="min(24rem, 55vh)" type="auto" viewportProps={{ tabIndex: 0 }}>
        <ul className={classes['outcomes']} aria-label={t('What was not done, and why')}>
          {failures.map(({ row, why }) => (
            <li key={row.id}>
              <b>{nameOf(row)}</b>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      <Group justify="flex-end" mt="md">
        {undo && (
          <Button
            variant="default"
            onClick={() => {
              undo()
              onClose()
            }}
          >
            {t('Undo what was done')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Close')}</Button>
      </Group>
    </Modal>
  )
}
