import { Button, Group, Skeleton } from '@mantine/core'
import type { FieldFault } from '@plinth/api/kernel/endpoint'
import { listMeasurableItems } from '@plinth/api/works/measured-items'
import {
  deleteMeasurementLine,
  type MeasurementLine,
  type SentLine,
  updateMeasurementLine,
} from '@plinth/api/works/measurement-lines'
import {
  filterMeasurementSheets,
  getMeasurementSheet,
  type MeasurementSheet,
} from '@plinth/api/works/measurement-sheets'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { hasLine } from '../../lib/line.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useSiteRecord } from '../../lib/useSiteRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { UnsavedGuard } from '../../ui/shell/UnsavedGuard.tsx'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import { choicesOf } from './item-search.ts'
import { decimalsOf } from './item-standing.ts'
import { LineForm } from './LineForm.tsx'
import { blankLine, hasTyped, type TypedLine, typedLineOf } from './line-typed.ts'
import { lineName } from './line-words.ts'
import { RefusedLines } from './RefusedLines.tsx'
import { SheetLines } from './SheetLines.tsx'
import { SheetPhotos } from './SheetPhotos.tsx'
import { keepLine, replaceLine } from './sheet-entries.ts'
import type { LineItem, WaitingSheet } from './sheet-waiting.ts'
import { WaitingActs } from './WaitingActs.tsx'

type WireLine = Omit<SentLine, 'id'>

/** Refetches the sheet without its schedule, which may have thousands of items. */
function useRefresh({ id }: MeasurementSheet) {
  const client = useQueryClient()
  return async () => {
    void client.invalidateQueries({ queryKey: [filterMeasurementSheets.method, filterMeasurementSheets.path] })
    await client.invalidateQueries({ queryKey: endpointKey(getMeasurementSheet, { params: { id } }) })
  }
}

const faultOfDevice = (message: string): FieldFault[] => [{ path: 'id', message }]

/** The line being edited: as it was when editing began, and as it is typed. */
interface Changed {
  line: MeasurementLine
  typed: TypedLine
}

interface Props {
  sheet: MeasurementSheet
  waiting: WaitingSheet | undefined
  onTyping: (isTyping: boolean) => void
}

/** Enters, changes and deletes the lines of the user's own draft. A new line waits on this device until the server has it. */
export function DraftLines({ sheet, waiting, onTyping }: Props) {
  const items = useSiteRecord(listMeasurableItems, {
    params: { agreementId: sheet.agreementId },
    query: { day: sheet.measuredOn },
  })
  const choices = useMemo(() => choicesOf(items.data ?? []), [items.data])
  const lines = [...sheet.lines, ...(waiting?.lines ?? [])]
  const [newLine, setNewLine] = useState(() => blankLine({ itemId: lines.at(-1)?.itemId ?? null }))
  const [changed, change] = useState<Changed>()
  const refresh = useRefresh(sheet)
  const isTyping = changed !== undefined || hasTyped(newLine)
  useEffect(() => onTyping(isTyping), [onTyping, isTyping])

  /** The item of a line that is not stored yet. */
  function itemOf({ itemId }: WireLine): LineItem {
    const item = choices.find((choice) => choice.item.id === itemId)?.item
    const { itemNo = null, description = '', unit = null, rounding = 'HALF_UP' } = item ?? {}
    return { itemNo, description, unit, rounding, decimals: decimalsOf(item) }
  }
  async function save(wire: WireLine): Promise<readonly FieldFault[]> {
    const fault = await keepLine(sheet, wire, itemOf(wire))
    if (fault) return faultOfDevice(fault)
    setNewLine(blankLine({ itemId: wire.itemId }))
    if (!hasLine()) void alertSuccess(t('The line is kept, and sent once there is a connection'))
    return []
  }
  async function update({ line }: Changed, wire: WireLine): Promise<readonly FieldFault[]> {
    if (waiting?.operations.has(line.id)) {
      if (!(await replaceLine(line.id, sheet, wire, itemOf(wire))))
        return faultOfDevice(t('This line is being sent. Save the change once it is stored.'))
    } else {
      // The line may have been stored since the edit began.
      const { id, updatedAt } = (line.lineNo === null && sheet.lines.find((one) => one.id === line.id)) || line
      await call(updateMeasurementLine, { params: { id }, body: { ...wire, updatedAt } })
      await refresh()
    }
    change((now) => (now?.line.id === line.id ? undefined : now))
    return []
  }
  /** Starts to edit another line, unless that would lose what is typed and the user objects. */
  function begin(line: MeasurementLine) {
    const isLost = changed && JSON.stringify(changed.typed) !== JSON.stringify(typedLineOf(changed.line))
    if (isLost && !window.confirm(t('Leave the change of line {line} unsaved?', { line: lineName(changed.line) })))
      return
    change({ line, typed: typedLineOf(line) })
  }
  function leave(line: MeasurementLine) {
    if (changed?.line.id === line.id) change(undefined)
  }
  const others = lines.filter(({ id }) => id !== changed?.line.id)
  const form = changed
    ? {
        typed: changed.typed,
        onType: (typed: TypedLine) => change({ ...changed, typed }),
        onSave: (wire: WireLine) => update(changed, wire),
        onLeave: () => change(undefined),
      }
    : {
        typed: newLine,
        onType: setNewLine,
        onSave: save,
        onLeave: () => setNewLine(blankLine({ itemId: newLine.itemId })),
      }
  return (
    <>
      <RecordSection
        title={changed ? t('Change line {line}', { line: lineName(changed.line) }) : t('New line')}
        source={items}
      >
        {items.data && (
          <LineForm key={changed?.line.id} choices={choices} others={others} isChange={Boolean(changed)} {...form} />
        )}
        {!items.data && !items.error && <Skeleton height={420} />}
        <SheetPhotos sheet={sheet} waiting={waiting?.photos ?? 0} />
      </RecordSection>
      <RefusedLines waiting={waiting} onChange={begin} onGivenUp={leave} />
      <RecordSection title={t('Measurements')}>
        <SheetLines
          lines={lines}
          actions={(line) =>
            waiting?.operations.has(line.id) ? (
              <WaitingActs {...{ line, waiting }} onChange={begin} onGivenUp={leave} />
            ) : (
              <LineActs
                line={line}
                onChange={() => begin(line)}
                onDeleted={() => {
                  leave(line)
                  return refresh()
                }}
              />
            )
          }
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

function LineActs({ line, onChange, onDeleted }: ActsProps) {
  const { attempt, isSending } = useAttempt()
  const { id } = line
  const name = { line: lineName(line) }
  async function remove() {
    await call(deleteMeasurementLine, { params: { id } })
    void alertSuccess(t('Line {line} deleted', name))
    await onDeleted()
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
        onClick={() => {
          if (window.confirm(t('Delete line {line}?', name))) void attempt(remove, t('The line was not deleted.'))
        }}
      >
        {t('Delete')}
      </Button>
    </Group>
  )
}
