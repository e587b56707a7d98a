package app.vitrine.core;

import app.vitrine.base.Texts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The journal's file. Lines are only added at its end; each is {@code <CRC-32 in hex> <JSON>}. A line that was cut off by
 * a crash has no line feed and counts as never written.
 */
final class JournalFile {
    /** A line of the file. {@code whole}: its sum is right. */
    record Line(String json, boolean whole) {}

    private final Path path;
    private final FileChannel lockChannel;
    private FileChannel channel;
    /** Bytes of the file that are known to be good. What stands behind them is overwritten. */
    private long good;

    /** @throws IOException if the file cannot be used, or another server uses it */
    JournalFile(Path folder) throws IOException {
        Files.createDirectories(folder);
        path = folder.resolve("diario.log");
        lockChannel = FileChannel.open(folder.resolve("diario.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = lockChannel.tryLock();
            if (lock == null) throw new IOException("outro servidor já usa esta pasta");
            open();
        } catch (OverlappingFileLockException problem) {
            lockChannel.close();
            throw new IOException("outro plugin já usa esta pasta", problem);
        } catch (IOException problem) {
            // It is tried again, and must not find its own lock then.
            lockChannel.close();
            throw problem;
        }
    }

    private void open() throws IOException {
        channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** All lines, in their order. What was cut off at the end is taken away. */
    List<Line> read() throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        List<Line> lines = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < bytes.length; at += 1) {
            if (bytes[at] != '\n') continue;
            lines.add(parse(new String(bytes, from, at - from, StandardCharsets.UTF_8)));
            from = at + 1;
        }
        good = from;
        channel.truncate(good);
        return lines;
    }

    private static Line parse(String line) {
        if (line.length() < 10 || line.charAt(8) != ' ') return new Line(line, false);
        String json = line.substring(9);
        return new Line(json, line.substring(0, 8).equals(sum(json)));
    }

    private static String sum(String json) {
        CRC32 crc = new CRC32();
        crc.update(Texts.bytes(json));
        return String.format("%08x", crc.getValue());
    }

    private static byte[] lineOf(String json) {
        return Texts.bytes(sum(json) + " " + json + "\n");
    }

    /**
     * Adds a line.
     *
     * @param force wait until the disk has it. Without it, it survives the end of this process, and not a power cut
     */
    void append(String json, boolean force) throws IOException {
        byte[] line = lineOf(json);
        // A thread that is interrupted while it writes closes the file for all others.
        if (!channel.isOpen()) open();
        try {
            write(channel, line, good);
            if (force) channel.force(true);
        } catch (IOException problem) {
            // Half a line must not stand before the next one. If this fails too, the next write covers it.
            try {
                channel.truncate(good);
            } catch (IOException again) {
                problem.addSuppressed(again);
            }
            throw problem;
        }
        good += line.length;
    }

    void force() throws IOException {
        channel.force(true);
    }

    private static void write(FileChannel to, byte[] bytes, long position) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) to.write(buffer, position + buffer.position());
    }

    /** Replaces the whole file in one step: after a crash it is the old or the new one. */
    void rewrite(List<String> jsons) throws IOException {
        Path next = path.resolveSibling("diario.novo");
        long size = 0;
        try (FileChannel to = FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            for (String json : jsons) {
                byte[] line = lineOf(json);
                write(to, line, size);
                size += line.length;
            }
            to.force(true);
        }
        channel.close();
        try {
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            open();
        }
        good = size;
    }

    /** Its folder's name, for texts. */
    String folder() {
        return path.getParent().getFileName().toString();
    }

    /** Keeps a copy beside the journal, for people. */
    void keepDamaged() throws IOException {
        Files.copy(path, path.resolveSibling("diario-danificado-" + System.currentTimeMillis() + ".log"));
    }

    void close() {
        try {
            channel.close();
            lockChannel.close();
        } catch (IOException problem) {
            // The process ends with both anyway.
        }
    }
}
