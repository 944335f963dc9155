package io.github.restartoracle.benchmarks.lab.report;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.intermediate.CommandSequence;
import de.erichseifert.vectorgraphics2d.intermediate.MutableCommandSequence;
import de.erichseifert.vectorgraphics2d.intermediate.commands.Command;
import de.erichseifert.vectorgraphics2d.intermediate.commands.DrawShapeCommand;
import de.erichseifert.vectorgraphics2d.intermediate.commands.SetColorCommand;
import de.erichseifert.vectorgraphics2d.intermediate.commands.SetStrokeCommand;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;

/**
 * A chart as SVG. The chart draws a curve as hundreds of lines; joined to one path they take a quarter of the bytes, and dashes
 * stay visible where the points are close.
 */
final class VectorDrawing {
    private final MutableCommandSequence joined = new MutableCommandSequence();
    private final List<Command<?>> changes = new ArrayList<>();
    private Style style = new Style(null, null);
    private Style pathStyle = style;
    private Path2D.@Nullable Double path;

    private VectorDrawing() {}

    static String svg(XYChart chart) throws IOException {
        VectorGraphics2D graphics = new VectorGraphics2D();
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        CommandSequence commands = new VectorDrawing().join(graphics.getCommands());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new SVGProcessor()
                .getDocument(commands, new PageSize(0, 0, chart.getWidth(), chart.getHeight()))
                .writeTo(bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private CommandSequence join(CommandSequence commands) {
        for (Command<?> command : commands) {
            if (command instanceof DrawShapeCommand draw && draw.getValue() instanceof Line2D line) {
                add(line);
            } else if (command instanceof SetStrokeCommand || command instanceof SetColorCommand) {
                style = command instanceof SetStrokeCommand
                        ? style.with(command.getValue())
                        : style.in(command.getValue());
                changes.add(command);
            } else {
                endPath();
                joined.add(command);
            }
        }
        endPath();
        return joined;
    }

    private void add(Line2D line) {
        Path2D.Double open = path;
        if (open != null && style.equals(pathStyle) && line.getP1().equals(open.getCurrentPoint())) {
            // The changes of state since the last line, made for a marker that is not drawn, have been undone.
            changes.clear();
        } else {
            endPath();
            open = new Path2D.Double();
            open.moveTo(line.getX1(), line.getY1());
            path = open;
            pathStyle = style;
        }
        open.lineTo(line.getX2(), line.getY2());
    }

    private void endPath() {
        if (path != null) {
            joined.add(new DrawShapeCommand(path));
            path = null;
        }
        changes.forEach(joined::add);
        changes.clear();
    }

    private record Style(@Nullable Object stroke, @Nullable Object colour) {
        Style with(@Nullable Object other) {
            return new Style(other, colour);
        }

        Style in(@Nullable Object other) {
            return new Style(stroke, other);
        }
    }
}
