import { Button } from '@mantine/core'
import { type MeasurementLine, sendMeasurementLines } from '@plinth/api/works/measurement-lines'
import { deleteMeasurementSheet, type MeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { today } from '../../lib/days.ts'
import { t, worded } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { newUuid } from '../../lib/uuid.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { reversalOf } from './line-typed.ts'
import { sheetPath } from './sheet-words.ts'

const newIds = () => ({ deviceKey: newUuid(), lineId: newUuid() })

interface Props {
  line: MeasurementLine
  sheet: MeasurementSheet
}

/** Corrects a line of a recorded sheet: creates a draft with the reversal of the line, and opens the draft. */
export function CorrectLine({ line, sheet }: Props) {
  const may = useCan(sendMeasurementLines)
  const navigate = useNavigate()
  const [isSending, setSending] = useState(false)
  // The ids are fixed, so that pressing the button twice creates one draft with one line.
  const [ids, setIds] = useState(newIds)
  if (!may || sheet.status !== 'RECORDED' || line.isCorrected) return null

  async function takeBack() {
    const reversal = reversalOf(line)
    if (!reversal) return
    const { agreementId, location, chainageFrom, chainageTo } = sheet
    const failed = t('The line was not taken back.')
    setSending(true)
    try {
      const { sheetId, lines } = await call(sendMeasurementLines, {
        body: {
          sheet: { agreementId, deviceKey: ids.deviceKey, measuredOn: today(), location, chainageFrom, chainageTo },
          lines: [{ ...reversal, id: ids.lineId }],
        },
      })
      const fault = lines[0]?.fields?.[0]
      if (fault) {
        setIds(newIds())
        await call(deleteMeasurementSheet, { params: { id: sheetId } })
        void alertFailure(failed, worded(fault))
      } else {
        void alertSuccess(t('The line is taken back on this draft: enter the right measure, then record it'))
        await navigate({ to: sheetPath({ id: sheetId }) })
      }
    } catch (error) {
      void alertFailure(failed, reasonOf(error))
    }
    setSending(false)
  }

  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={isSending}
      data-screen-only
      aria-label={t('Correct line {line}', { line: line.lineNo ?? '' })}
      onClick={() => void takeBack()}
    >
      {t('Correct')}
    </Button>
  )
}
