-- The stop that an inquiry was declined for.

ALTER TABLE inquiries ADD COLUMN stop_id uuid;
