import { Button, Group, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { counted, decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Holidays.module.css'
import { type HolidayLine, readHolidayLines } from './holiday-lines.ts'
import type { Entry, useEntries } from './useEntries.ts'

interface Props {
  /** The days that are holidays already. */
  known: ReadonlySet<string>
  addAll: ReturnType<typeof useEntries>['addAll']
  onClose: () => void
}

/** The lines that are not valid holidays, each with its fault. */
function Faults({ lines }: { lines: readonly HolidayLine[] }) {
  return (
    <ul className={classes['faults']}>
      {lines.map(({ number, text, fault }) => (
        <li key={number}>
          <b>{t('Line {number}: {fault}', { number: decimal(number), fault: fault ?? '' })}</b>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** The form for several holidays, one per line; rejected lines stay in the box with the reason. */
export function PasteHolidays({ known, addAll, onClose }: Props) {
  const [text, setText] = useState('')
  // Keyed by the text of the line, so that a refusal of the server lasts until the line changes.
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [isSending, setSending] = useState(false)
  const lines = readHolidayLines(text, known).map((line) => ({ ...line, fault: line.fault ?? refused.get(line.text) }))
  const good = lines.flatMap(({ entry, text: written }) => (entry ? [{ entry, written }] : []))
  const bad = lines.filter(({ fault }) => fault !== undefined)

  async function enter() {
    setSending(true)
    const outcome = await addAll(good.map(({ entry }) => entry))
    setSending(false)
    const isDone = (entry: Entry) =>
      good.findIndex((one) => one.entry === entry) < outcome.tried && !outcome.refused.has(entry)
    const left = lines.filter(({ entry }) => !entry || !isDone(entry))
    setRefused(new Map(good.flatMap(({ entry, written }) => refusalOf(outcome.refused, entry, written))))
    setText(left.map((line) => line.text).join('\n'))
    if (left.length === 0) onClose()
  }
  return (
    <div className={classes['paste']} data-screen-only>
      <Textarea
        label={t('Holidays, one a line')}
        description={t('Each line begins with its day: 26 Jan 2027 Republic Day')}
        placeholder={t('26 Jan 2027 Republic Day')}
        autosize
        minRows={5}
        maxRows={16}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        data-autofocus
      />
      {bad.length > 0 && <Faults lines={bad} />}
      <Group gap="xs" mt="sm" className={classes['pasteActs'] ?? ''}>
        <Button disabled={good.length === 0} loading={isSending} onClick={() => void enter()}>
          {good.length === 0 ? t('Enter them') : t('Enter {holidays}', { holidays: counted(good.length, 'holiday') })}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {bad.length > 0 && t('{lines} to be mended', { lines: counted(bad.length, 'line') })}
        </Text>
      </Group>
    </div>
  )
}

function refusalOf(refused: ReadonlyMap<Entry, string>, entry: Entry, written: string): [string, string][] {
  const reason = refused.get(entry)
  return reason === undefined ? [] : [[written, reason]]
}
