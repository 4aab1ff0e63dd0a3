-- The person in whose name a mail to typed addresses leaves. The limits of recipients are counted by it.
alter table mail_message add column sent_by uuid;
