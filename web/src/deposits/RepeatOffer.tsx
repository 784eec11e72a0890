import { Alert, Anchor, Button, Text } from '@mantine/core'
import { message } from '@plinth/api/kernel/messages'
import { useFormContext, useFormState } from 'react-hook-form'
import * as z from 'zod/mini'
import { t, worded } from '../lib/language.ts'
import { repeatField } from './repeat-field.ts'

/** The record that was stored first with the number that is entered again, and the way to store this one all the same. */
export function RepeatOffer() {
  const { setValue } = useFormContext()
  const { errors, isSubmitting } = useFormState({ name: repeatField })
  const { data: fault } = z.safeParse(message, errors[repeatField])
  if (!fault) return null
  const { contractId, depositId, deposit } = fault.parts?.values ?? {}
  return (
    <Alert color="yellow" title={t('Entered before')} data-wide>
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
