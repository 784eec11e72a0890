import { Button, Group, Skeleton } from '@mantine/core'
import type { FieldFault } from '@plinth/api/kernel/endpoint'
import { listMeasurableItems } from '@plinth/api/measured-items'
import {
  deleteMeasurementLine,
  type MeasurementLine,
  type SentLine,
  sendMeasurementLines,
  updateMeasurementLine,
} from '@plinth/api/measurement-lines'
import { filterMeasurementSheets, getMeasurementSheet, type MeasurementSheet } from '@plinth/api/measurement-sheets'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../lib/call.ts'
import { reasonOf } from '../lib/call-error.ts'
import { t } from '../lib/language.ts'
import { endpointKey } from '../lib/query-client.ts'
import { useRecord } from '../lib/useRecord.ts'
import { newUuid } from '../lib/uuid.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { choicesOf } from './item-search.ts'
import { LineForm } from './LineForm.tsx'
import { blankLine, hasTyped, type TypedLine, typedLineOf } from './line-typed.ts'
import { SheetLines } from './SheetLines.tsx'

type WireLine = Omit<SentLine, 'id'>

/** Fetches the sheet again without its schedule, which may have thousands of items. */
function useRefresh({ id }: MeasurementSheet) {
  const client = useQueryClient()
  return async () => {
    void client.invalidateQueries({ queryKey: [filterMeasurementSheets.method, filterMeasurementSheets.path] })
    await client.invalidateQueries({ queryKey: endpointKey(getMeasurementSheet, { params: { id } }) })
  }
}

/** The next new line: its id stays until it is stored, so that sending it twice stores it once. */
const nextLine = (itemId: string | null) => ({ id: newUuid(), typed: blankLine({ itemId }) })

function useNewLine(sheet: MeasurementSheet) {
  const [line, setLine] = useState(() => nextLine(sheet.lines.at(-1)?.itemId ?? null))
  const sent = useRef<string>(undefined)
  const refresh = useRefresh(sheet)

  function begin(itemId: string | null) {
    sent.current = undefined
    setLine(nextLine(itemId))
  }
  async function save(wire: WireLine): Promise<readonly FieldFault[]> {
    const { agreementId, deviceKey, measuredOn } = sheet
    if (deviceKey === null) return []
    sent.current ??= JSON.stringify(wire)
    const isAsSent = sent.current === JSON.stringify(wire)
    const body = { sheet: { agreementId, deviceKey, measuredOn }, lines: [{ ...wire, id: line.id }] }
    const [answer] = (await call(sendMeasurementLines, { body })).lines
    if (answer?.outcome === 'REFUSED') {
      sent.current = undefined
      return answer.fields ?? []
    }
    await refresh()
    if (answer?.outcome === 'KNOWN' && !isAsSent)
      return [
        { path: 'id', message: t('The line was stored before you changed it. Clear the form and change it below.') },
      ]
    begin(wire.itemId)
    return []
  }
  return { typed: line.typed, type: (typed: TypedLine) => setLine({ ...line, typed }), begin, save }
}

/** The line that is being changed, as it is stored and as it is typed. */
interface Changed {
  line: MeasurementLine
  typed: TypedLine
}

/** Enters, changes and deletes the lines of the user's own draft. */
export function DraftLines({ sheet, onTyping }: { sheet: MeasurementSheet; onTyping: (isTyping: boolean) => void }) {
  const items = useRecord(listMeasurableItems, {
    params: { agreementId: sheet.agreementId },
    query: { day: sheet.measuredOn },
  })
  const choices = useMemo(() => choicesOf(items.data ?? []), [items.data])
  const fresh = useNewLine(sheet)
  const [changed, change] = useState<Changed>()
  const refresh = useRefresh(sheet)
  const isTyping = changed !== undefined || hasTyped(fresh.typed)
  useEffect(() => onTyping(isTyping), [onTyping, isTyping])

  async function update({ line: { id, updatedAt } }: Changed, wire: WireLine): Promise<readonly FieldFault[]> {
    await call(updateMeasurementLine, { params: { id }, body: { ...wire, updatedAt } })
    await refresh()
    change((now) => (now?.line.id === id ? undefined : now))
    return []
  }
  /** Changes another line, unless what is typed of one would be lost. */
  function begin(line: MeasurementLine) {
    const isLost = changed && JSON.stringify(changed.typed) !== JSON.stringify(typedLineOf(changed.line))
    if (isLost && !window.confirm(t('Leave the change of line {line} unsaved?', { line: changed.line.lineNo ?? '' })))
      return
    change({ line, typed: typedLineOf(line) })
  }
  const others = sheet.lines.filter(({ id }) => id !== changed?.line.id)
  const form = changed
    ? {
        typed: changed.typed,
        onType: (typed: TypedLine) => change({ ...changed, typed }),
        onSave: (wire: WireLine) => update(changed, wire),
        onLeave: () => change(undefined),
      }
    : { typed: fresh.typed, onType: fresh.type, onSave: fresh.save, onLeave: () => fresh.begin(fresh.typed.itemId) }
  return (
    <>
      <RecordSection
        title={changed ? t('Change line {line}', { line: changed.line.lineNo ?? '' }) : t('New line')}
        source={items}
      >
        {items.data && (
          <LineForm key={changed?.line.id} choices={choices} others={others} isChange={Boolean(changed)} {...form} />
        )}
        {!items.data && !items.error && <Skeleton height={420} />}
      </RecordSection>
      <RecordSection title={t('Measurements')}>
        <SheetLines
          lines={sheet.lines}
          actions={(line) => (
            <LineActs
              line={line}
              onChange={() => begin(line)}
              onDeleted={() => {
                if (changed?.line.id === line.id) change(undefined)
                return refresh()
              }}
            />
          )}
        />
      </RecordSection>
      <UnsavedGuard unsaved={() => isTyping} />
    </>
  )
}

interface ActsProps {
  line: MeasurementLine
  onChange: () => void
  onDeleted: () => Promise<void>
}

function LineActs({ line: { id, lineNo }, onChange, onDeleted }: ActsProps) {
  const [isSending, setSending] = useState(false)
  const name = { line: lineNo ?? '' }
  async function remove() {
    if (!window.confirm(t('Delete line {line}?', name))) return
    setSending(true)
    try {
      await call(deleteMeasurementLine, { params: { id } })
      void alertSuccess(t('Line {line} deleted', name))
      await onDeleted()
    } catch (error) {
      void alertFailure(t('The line was not deleted.'), reasonOf(error))
    }
    setSending(false)
  }
  return (
    <Group gap="xs" data-screen-only>
      <Button size="compact-sm" variant="subtle" aria-label={t('Change line {line}', name)} onClick={onChange}>
        {t('Change')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        loading={isSending}
        aria-label={t('Delete line {line}', name)}
        onClick={() => void remove()}
      >
        {t('Delete')}
      </Button>
    </Group>
  )
}
