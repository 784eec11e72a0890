import {
  getRefundRequest,
  type RefundRequest,
  refundRequestLabels,
  sendingMeans,
  sendRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import { EmptyFields } from '../../documents/letter-templates/LetterPreview.tsx'
import { today } from '../../lib/days.ts'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { emptyWords } from './empty-fields.ts'
import { requestPath } from './request-path.ts'
import { useStoredLetter } from './useStoredLetter.ts'

const { DayField, SelectField, TextField } = fieldsOf(refundRequestLabels)

interface Props {
  request: RefundRequest
  onClose: () => void
}

/** The form that marks a letter as sent, in a drawer over its page. It warns of empty placeholders. */
export function SendRequest({ request, onClose }: Props) {
  return (
    <RecordDrawer
      onClose={onClose}
      title={t('Mark as sent')}
      load={getRefundRequest}
      write={sendRefundRequest}
      params={{ id: request.id }}
      initial={{ sentOn: today(), sentByMeans: 'HAND', dispatchRef: null }}
      listPath={requestPath(request)}
      texts={{ saved: t('{number} is sent', { number: request.number }), failed: t('It was not marked as sent.') }}
    >
      <EmptyFieldsOf request={request} />
      <FieldGroup title={request.number}>
        <DayField name="sentOn" required />
        <SelectField name="sentByMeans" options={optionsOf(sendingMeans)} required />
        <TextField
          name="dispatchRef"
          description={t('Number of the dispatch register, of the post or of the courier')}
        />
      </FieldGroup>
    </RecordDrawer>
  )
}

function EmptyFieldsOf({ request }: { request: RefundRequest }) {
  const { data } = useStoredLetter(request)
  return <EmptyFields told={emptyWords(data?.emptyFields ?? [])} />
}
