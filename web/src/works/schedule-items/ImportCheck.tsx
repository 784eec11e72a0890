import { Alert, Button, Group, List, Text } from '@mantine/core'
import type { Answer } from '@plinth/api/kernel/endpoint'
import type { FileAmount, uploadSchedule } from '@plinth/api/works/schedule-sheets'
import { useState } from 'react'
import { counted, rupees } from '../../lib/format.ts'
import { t, worded } from '../../lib/language.ts'
import { UploadFigures, useFocus } from '../../platform/contract-imports/UploadForm.tsx'
import { SheetNotes } from '../../ui/list/SheetNotes.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import classes from './ImportRows.module.css'
import { FaultList, FoundRows } from './ImportRows.tsx'

type Outcome = Answer<typeof uploadSchedule>

interface Props {
  outcome: Outcome
  onStore: (acceptsAmounts: boolean) => void
  onOther: () => void
}

/** The result of a check: first the faults that prevent storing, then what would be stored. */
export function ImportCheck({ outcome, onStore, onOther }: Props) {
  const box = useFocus()
  const [accepts, setAccepts] = useState(false)
  const { sentences, faults, amounts, leftOut, ignoredColumns, rows, failed } = outcome
  const differing = amounts.filter(({ agrees }) => !agrees)
  const isStorable = outcome.outcome === 'READY' || outcome.outcome === 'AMOUNTS_DIFFER'
  const color = outcome.outcome === 'FAULTY' ? 'red' : differing.length > 0 ? 'orange' : 'green'
  return (
    <>
      <Alert ref={box} tabIndex={-1} role="alert" color={color} mb="md">
        <Text fw={600}>{sentences.map((one) => worded(one)).join(' ')}</Text>
      </Alert>
      <UploadFigures
        figures={[
          [t('Sections'), outcome.sections],
          [t('Items'), outcome.items],
          [t('Without a rate'), outcome.withoutRate],
          [t('Schedule amount'), rupees(outcome.amount)],
        ]}
      />
      {failed > 0 && <FaultList faults={faults} failed={failed} />}
      {differing.length > 0 && <Differing amounts={differing} />}
      <Agreeing amounts={amounts.filter(({ agrees }) => agrees)} />
      {ignoredColumns.length > 0 && (
        <Alert color="yellow" mb="md" title={t('These columns were not read')}>
          {ignoredColumns.join(', ')}
        </Alert>
      )}
      <SheetNotes notes={outcome.notes} />
      {leftOut.length > 0 && <LeftOutRows rows={leftOut} />}
      <FoundRows rows={rows} />
      <div className={classes['foot']}>
        {isStorable && differing.length > 0 && (
          <label className={classes['tick']}>
            <input
              type="checkbox"
              checked={accepts}
              onChange={({ currentTarget: { checked } }) => setAccepts(checked)}
            />
            {t('Store the schedule as it is here, although the file says other amounts')}
          </label>
        )}
        <Group gap="xs">
          {isStorable && (
            <Button disabled={differing.length > 0 && !accepts} onClick={() => onStore(accepts)}>
              {t('Store {items}', { items: counted(outcome.items, 'item') })}
            </Button>
          )}
          <Button variant="default" onClick={onOther}>
            {t('Choose another file')}
          </Button>
        </Group>
      </div>
    </>
  )
}

const shownAtFirst = 10

/** The first lines of a list, with a button for the others. */
function Lines({ lines }: { lines: readonly { key: number | string; text: string }[] }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <List size="sm">
        {(isWhole ? lines : lines.slice(0, shownAtFirst)).map(({ key, text }) => (
          <List.Item key={key}>{text}</List.Item>
        ))}
      </List>
      <ShowMore left={isWhole ? 0 : lines.length - shownAtFirst} onClick={() => setWhole(true)} />
    </>
  )
}

const Differing = ({ amounts }: { amounts: readonly FileAmount[] }) => (
  <Alert color="orange" mb="md" title={t('The file says other amounts')}>
    <Lines
      lines={amounts.map(({ cell, label, amount, sum }) => ({
        key: cell,
        text: t('{cell} ({label}): {amount}, and the rows come to {sum}', {
          cell,
          label,
          amount: rupees(amount),
          sum: rupees(sum),
        }),
      }))}
    />
  </Alert>
)

const Agreeing = ({ amounts }: { amounts: readonly FileAmount[] }) =>
  amounts.length > 0 && (
    <Text size="sm" mb="md">
      {t('Totals that agree: {totals}', {
        totals: amounts.map(({ cell, amount }) => `${cell} ${rupees(amount)}`).join(', '),
      })}
    </Text>
  )

const LeftOutRows = ({ rows }: { rows: Outcome['leftOut'] }) => (
  <Alert color="gray" mb="md" title={t('These rows are neither sections nor items')}>
    <Lines lines={rows.map(({ row, text }) => ({ key: row, text: t('Row {row}: {text}', { row, text }) }))} />
  </Alert>
)
