import { Alert, Anchor, Button, Text } from '@mantine/core'
import { message } from '@plinth/api/kernel/messages'
import { useEffect, useRef } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { plainText } from '../../lib/format.ts'
import { t, worded } from '../../lib/language.ts'
import { repeatField } from '../../ui/form/undo-save.ts'

/** Asks for confirmation when the server answers that the number of this field is already stored. Another number is checked again. */
export function RepeatGuard({ name }: { name: string }) {
  const { getValues, setValue, clearErrors } = useFormContext()
  const number = plainText(useWatch({ name }))
  const { errors } = useFormState({ name: repeatField })
  useEffect(() => {
    if (getValues(repeatField)) setValue(repeatField, null)
    clearErrors(repeatField)
  }, [number, getValues, setValue, clearErrors])
  return errors[repeatField] && <RepeatOffer />
}

/** The first record with the repeated number, and the button that stores this one too. Takes the focus after each attempt. */
function RepeatOffer() {
  const { setValue } = useFormContext()
  const { errors, isSubmitting, submitCount } = useFormState({ name: repeatField })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [submitCount])
  const { data: fault } = z.safeParse(message, errors[repeatField])
  if (!fault) return null
  const { contractId, depositId, deposit } = fault.parts?.values ?? {}
  return (
    <Alert ref={box} tabIndex={-1} color="yellow" title={t('Entered before')} data-wide>
      <Text size="sm" mb="xs">
        {worded(fault)}{' '}
        <Anchor
          href={`/contracts/${contractId}/security-deposit/${depositId}`}
          target="_blank"
          inherit
          underline="always"
        >
          {t('Open {name}', { name: String(deposit) })}
        </Anchor>
      </Text>
      <Button
        id={`field-${repeatField}`}
        type="submit"
        variant="default"
        loading={isSubmitting}
        onClick={() => setValue(repeatField, true)}
      >
        {t('Store it all the same')}
      </Button>
    </Alert>
  )
}
