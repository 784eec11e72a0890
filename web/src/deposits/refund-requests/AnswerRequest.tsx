import {
  getRefundRequest,
  type RefundRequest,
  refundRequestLabels,
  setRefundAnswer,
} from '@plinth/api/deposits/refund-requests'
import { today } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { requestPath } from './request-path.ts'

const { DayField, TextField, TextAreaField } = fieldsOf(refundRequestLabels)

interface Props {
  request: RefundRequest
  onClose: () => void
}

/** The form of the office's answer, in a drawer over the page of the request. */
export function AnswerRequest({ request, onClose }: Props) {
  const { id, number, answeredOn, answer, inwardRef } = request
  return (
    <RecordDrawer
      onClose={onClose}
      title={answeredOn ? t('Change the answer') : t('It was answered')}
      load={getRefundRequest}
      write={setRefundAnswer}
      params={{ id }}
      initial={{ answeredOn: answeredOn ?? today(), answer, inwardRef }}
      listPath={requestPath(request)}
      texts={{ saved: t('Answer to {number} entered', { number }), failed: t('The answer was not entered.') }}
    >
      <FieldGroup title={number}>
        <DayField name="answeredOn" required />
        <TextField name="inwardRef" description={t('The number in their register')} />
        <TextAreaField name="answer" description={t('What they wrote')} />
      </FieldGroup>
    </RecordDrawer>
  )
}
