import { Alert, Anchor, Skeleton, Stack } from '@mantine/core'
import { getAgreement } from '@plinth/api/money/agreements'
import { sendMeasurementLines } from '@plinth/api/works/measurement-lines'
import {
  cancelMeasurementSheet,
  getMeasurementSheet,
  sheetLabels as labels,
  listSheetStatusHistory,
  type MeasurementSheet,
  recordMeasurementSheet,
} from '@plinth/api/works/measurement-sheets'
import { Link, useParams } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { dash, dayText, decimal, momentText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useLine } from '../../lib/line.ts'
import { recallSearch } from '../../lib/search.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import { useSiteRecord } from '../../lib/useSiteRecord.ts'
import { FactGroup, ReadValue, RecordSection } from '../../ui/form/FieldGroup.tsx'
import form from '../../ui/form/RecordForm.module.css'
import { RecordHead } from '../../ui/record/RecordHead.tsx'
import { RecordHistory } from '../../ui/record/RecordHistory.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { parts } from './added-parts.ts'
import { CorrectLine } from './CorrectLine.tsx'
import { quantityText } from './line-words.ts'
import { SheetActs } from './SheetActs.tsx'
import { SheetLines } from './SheetLines.tsx'
import { isOnlyOnDevice, useWaitingSheet, type WaitingSheet } from './sheet-waiting.ts'
import { isOwnDraft, listPath, sheetName, sheetTones } from './sheet-words.ts'

const DocumentPanel = lazyPart(() => import('../../documents/documents/DocumentPanel.tsx'), 'DocumentPanel')
const RefusedLines = lazyPart(() => import('./RefusedLines.tsx'), 'RefusedLines')
const ActsHere = lazyPart(() => import('./ActsHere.tsx'), 'ActsHere')
const DraftLines = lazyPart(() => import('./DraftLines.tsx'), 'DraftLines', {
  waiting: <Skeleton height={420} mb="sm" />,
})

/** A sheet with its facts and lines; its author enters lines while it is a draft. */
export function SheetPage() {
  const { id = '' } = useParams({ strict: false })
  const user = useUser()
  const stored = useSiteRecord(getMeasurementSheet, { isKept: (answer) => isOwnDraft(answer, user) })
  const waiting = useWaitingSheet(id, stored.data?.lines)
  const sheet = stored.data ?? waiting?.sheet
  return (
    <Screen
      title={sheet ? sheetName(sheet) : t('Measurement sheet')}
      // A sheet that was shown once stays on the screen when it cannot be fetched again, so that typed text is not lost.
      {...(!sheet && { source: stored })}
      failure={t('Failed to fetch measurement sheet')}
      actions={
        <LinkButton variant="default" to={listPath} search={recallSearch(listPath)}>
          {t('Back to list')}
        </LinkButton>
      }
    >
      {sheet ? (
        <Shown
          key={sheet.id}
          sheet={sheet}
          waiting={waiting}
          isStored={stored.data !== undefined}
          isHere={waiting !== undefined && !stored.data && isOnlyOnDevice(waiting, stored)}
        />
      ) : (
        <Stack gap="sm" aria-busy>
          {[150, 200, 420].map((height) => (
            <Skeleton key={height} height={height} />
          ))}
        </Stack>
      )}
    </Screen>
  )
}

/** Whether there has been a connection since the screen opened. Parts that need one appear with it, and stay when it is lost. */
function useHadConnection(): boolean {
  const isThere = useLine()
  const [wasThere, setThere] = useState(isThere)
  if (isThere && !wasThere) setThere(true)
  return wasThere
}

const ofBills = { allow: { module: 'Payments', can: 'canView' } } as const

interface ShownProps {
  sheet: MeasurementSheet
  waiting: WaitingSheet | undefined
  /** Whether the sheet is shown as the server has it, not only as far as this device knows it. */
  isStored: boolean
  /** Whether the server does not have it yet. */
  isHere: boolean
}

function Shown({ sheet, waiting, isStored, isHere }: ShownProps) {
  const { measuredOn, location, lineCount, recordedByName, recordedAt } = sheet
  const isOwn = isOwnDraft(sheet, useUser())
  const [isTyping, setTyping] = useState(false)
  const hadConnection = useHadConnection()
  const mayRecord = useCan(recordMeasurementSheet)
  const mayCancel = useCan(cancelMeasurementSheet)
  const maySeeBills = useCan(ofBills)
  const [isSubmitted, setSubmitted] = useState(false)
  const onSubmitted = useCallback(() => setSubmitted(true), [])
  const mayStep =
    sheet.status === 'DRAFT' ? isOwn || mayRecord : sheet.status === 'RECORDED' && mayCancel && !isSubmitted
  // Lines are sent under the device key of the sheet.
  const isWritable = useCan(sendMeasurementLines) && isOwn && sheet.deviceKey !== null
  return (
    <>
      <RecordHead
        number={sheet.agreementNumber}
        status={<StatusBadge status={sheet.status} tones={sheetTones} />}
        figures={[
          { label: translated(labels.measuredOn), value: dayText(measuredOn), note: location ?? undefined },
          { label: translated(labels.lineCount), value: decimal(lineCount + (waiting?.lines.length ?? 0)) },
          {
            label: translated(labels.recordedByName),
            value: recordedByName ?? dash,
            note: recordedAt ? momentText(recordedAt) : undefined,
          },
        ]}
        next={
          isHere && waiting ? (
            <ActsHere sheet={sheet} waiting={waiting} />
          ) : mayStep ? (
            <SheetActs {...{ sheet, isOwn, isTyping, waiting, isStored }} />
          ) : null
        }
      />
      {sheet.status === 'RECORDED' && maySeeBills && hadConnection && (
        <parts.BillOfSheet sheetId={sheet.id} onSubmitted={onSubmitted} />
      )}
      <OverMeasured sheet={sheet} />
      {!isStored && !isHere && (
        <Alert mb="sm" title={t('Only what waits on this device is shown')}>
          {t('The lines that are stored already are shown once there is a connection.')}
        </Alert>
      )}
      <div className={form['page']}>
        <div className={form['record']}>
          {isWritable ? (
            <DraftLines sheet={sheet} waiting={waiting} onTyping={setTyping} />
          ) : (
            <>
              {waiting && <RefusedLines waiting={waiting} />}
              <RecordSection title={t('Measurements')}>
                <SheetLines lines={sheet.lines} actions={(line) => <CorrectLine line={line} sheet={sheet} />} />
              </RecordSection>
            </>
          )}
          {isStored && hadConnection && (
            <>
              <DocumentPanel entityType="MEASUREMENT" entityId={sheet.id} hasCamera={!isWritable} />
              <RecordHistory record={sheet} statuses={listSheetStatusHistory} />
            </>
          )}
        </div>
        <div className={form['beside']}>
          <Facts sheet={sheet} />
        </div>
      </div>
    </>
  )
}

function OverMeasured({ sheet: { overMeasured } }: { sheet: MeasurementSheet }) {
  if (overMeasured.length === 0) return null
  return (
    <Alert color="orange" mb="sm" title={t('More is measured than the limit allows')}>
      {overMeasured.map(({ itemId, itemNo, unit, agreedQuantity, limitQuantity, measuredQuantity }) => (
        <div key={itemId}>
          {t('Item {item}: {measured} measured, {agreed} agreed, at most {limit}', {
            item: itemNo ?? dash,
            measured: quantityText(measuredQuantity, unit),
            agreed: quantityText(agreedQuantity, unit),
            limit: quantityText(limitQuantity, unit),
          })}
        </div>
      ))}
    </Alert>
  )
}

/** The facts of the sheet, without the empty ones. */
function Facts({ sheet }: { sheet: MeasurementSheet }) {
  const { agreementId, agreementNumber, agreementName, chainageFrom, chainageTo, present, book, page, comment } = sheet
  const maySeeAgreement = useCan(getAgreement)
  const work = `${agreementNumber}, ${agreementName}`
  const stretch = [chainageFrom, chainageTo].filter((value) => value != null)
  return (
    <FactGroup title={t('Facts')}>
      <ReadValue label={translated(labels.agreementId)} wide>
        {maySeeAgreement ? (
          <Anchor component={Link} to={`/payments/agreements/${agreementId}`} inherit underline="always">
            {work}
          </Anchor>
        ) : (
          work
        )}
      </ReadValue>
      {stretch.length > 0 && (
        <ReadValue label={t('Chainage')}>{stretch.map((value) => decimal(value)).join(' – ')}</ReadValue>
      )}
      {present.length > 0 && <ReadValue label={translated(labels.present)}>{present.join('\n')}</ReadValue>}
      {(book || page) && <ReadValue label={t('Book and page')}>{[book, page].filter(Boolean).join(', ')}</ReadValue>}
      {comment && (
        <ReadValue label={translated(labels.comment)} wide>
          {comment}
        </ReadValue>
      )}
      {sheet.cancelReason && (
        <ReadValue label={translated(labels.cancelReason)} wide>
          {sheet.cancelReason}
        </ReadValue>
      )}
    </FactGroup>
  )
}
